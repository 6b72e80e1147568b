/* SPDX-License-Identifier: BSD-3-Clause
 *
 * vtk.h -- a result as ParaView reads it: NAME.pvd, which lists times and files, and in a folder
 * NAME_frames beside it a PolyData file (.vtp, binary) for each frame.
 *
 * Points are the centres of mass of the bodies (vertices), then the corners of their shapes
 * (triangles and lines). Arrays over points: body (index; -1 ground), orientation (quaternion w, x,
 * y, z of the body), velocity [m/s] of the point, omega [rad/s] of the body, in world axes; over
 * the whole: TimeValue [s] and bodies, their names. docs/results.md says it to users.
 */
#ifndef CLI_VTK_H
#define CLI_VTK_H

#include <polhode/result.h>

/* fps: frames per second at most; 0: 50, or 600 in all where that is more. Complains itself and
 * returns an exit status. */
int vtk_write(const char *path, ph_result *result, double fps, const char *command);

#endif
