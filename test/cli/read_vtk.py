# SPDX-License-Identifier: BSD-3-Clause
#
# read_vtk.py SERIES.pvd TABLE.csv -- reads a series with VTK and compares it with the result.
import csv
import math
import os
import sys
import xml.etree.ElementTree as xml

import vtk
from vtk.util.numpy_support import vtk_to_numpy

series, table = sys.argv[1:]
with open(table) as file:
    rows = [{k: float(v) for k, v in row.items()} for row in csv.DictReader(file)]
frames = xml.parse(series).getroot().findall("./Collection/DataSet")
assert len(frames) == 21, f"{len(frames)} frames"

for frame in frames:
    time = float(frame.get("timestep"))
    row = next(r for r in rows if r["time"] == time)
    reader = vtk.vtkXMLPolyDataReader()
    reader.SetFileName(os.path.join(os.path.dirname(series), frame.get("file")))
    reader.Update()
    data = reader.GetOutput()
    assert reader.GetErrorCode() == 0
    field, point = data.GetFieldData(), data.GetPointData()
    names = field.GetAbstractArray("bodies")
    names = [names.GetValue(i) for i in range(names.GetNumberOfValues())]
    assert names == ["box", "arm"], names
    assert field.GetArray("TimeValue").GetValue(0) == time
    assert data.GetNumberOfVerts() == 2
    place = vtk_to_numpy(data.GetPoints().GetData())
    body, turn, speed, omega = (
        vtk_to_numpy(point.GetArray(n)) for n in ("body", "orientation", "velocity", "omega"))
    # centres of mass: every number of the result, to the last bit
    for i, name in enumerate(names):
        assert body[i] == i
        assert list(place[i]) == [row[f"{name}.pos.{c}"] for c in "xyz"]
        assert list(turn[i]) == [row[f"{name}.quat.{c}"] for c in "0123"]
        assert list(speed[i]) == [row[f"{name}.vel.{c}"] for c in "xyz"]
        assert list(omega[i]) == [row[f"{name}.omega_world.{c}"] for c in "xyz"]
    # shapes: a box of 12 triangles about the centre, a line from body to ground, and for the body
    # without a shape the ball of its inertia, 24 around and 12 from pole to pole
    assert data.GetNumberOfPolys() == 12 + 2 * 24 * 11 and data.GetNumberOfLines() == 1
    corners = place[2:10]
    assert abs(corners.mean(axis=0) - place[0]).max() < 1e-12
    # points of a rigid body: as far from its centre as drawn, at v + omega x r
    for p, v in zip(corners, speed[2:10]):
        r, w = p - place[0], omega[0]
        assert abs((r @ r) ** 0.5 - 0.5 * (0.4**2 + 0.2**2 + 0.1**2) ** 0.5) < 1e-12
        want = [w[1] * r[2] - w[2] * r[1], w[2] * r[0] - w[0] * r[2], w[0] * r[1] - w[1] * r[0]]
        assert abs(v - speed[0] - want).max() < 1e-12
    # the volume, so that all triangles look outwards
    solid = vtk.vtkPolyData()
    solid.SetPoints(data.GetPoints())
    solid.SetPolys(data.GetPolys())
    mass = vtk.vtkMassProperties()
    mass.SetInputData(solid)
    mass.Update()
    ball = 4 / 3 * math.pi * 1.25**1.5
    assert 0.96 * ball < mass.GetVolume() - 0.4 * 0.2 * 0.1 < ball, mass.GetVolume()
print(f"{len(frames)} frames read")
