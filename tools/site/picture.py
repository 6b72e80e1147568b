# SPDX-License-Identifier: BSD-3-Clause
"""picture.py -- a small picture of a result as SVG: its bodies as they stand after a while, pale as
they stood before, with the way they came. Needs what a page of `polhode view` holds, and no browser.

Bodies are made of pieces, those that bend anew at each time, with flat faces, counter-clockwise from outside: those that look away are left
out, the others are painted from the back to the front. The triangles of shapes come with the page."""
import base64
import math
import struct

WIDTH, HEIGHT = 640, 400
PALETTE = ["#5b8fc7", "#e0a24a", "#6fae84", "#d77e6a", "#9a89c9", "#54aeb0", "#c7ab63", "#c983a4"]
LIGHT = (0.36, -0.62, 0.70)  # right, away, up as the picture sees it


def add(a, b): return (a[0] + b[0], a[1] + b[1], a[2] + b[2])
def sub(a, b): return (a[0] - b[0], a[1] - b[1], a[2] - b[2])
def scaled(a, s): return (a[0] * s, a[1] * s, a[2] * s)
def dot(a, b): return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
def cross(a, b): return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
def length(a): return math.sqrt(dot(a, a))
def unit(a): return scaled(a, 1 / (length(a) or 1))


def turn(q, v):
    t = scaled(cross(q[1:], v), 2)
    return add(add(v, scaled(t, q[0])), cross(q[1:], t))


def placed(pose, v):
    return add(pose[:3], turn(pose[3:], v))


def middle(points):
    return scaled((sum(p[0] for p in points), sum(p[1] for p in points), sum(p[2] for p in points)), 1 / len(points))


# -- pieces: lists of faces, each a list of points

class Piece:
    """faces; thin: both sides are seen; whole: its outline is that of all its points; floor: all else is before it."""
    def __init__(self, faces, thin=False, whole=True, floor=False):
        self.faces, self.thin, self.whole, self.floor = faces, thin, whole, floor

    def moved(self, move):
        return Piece([[move(p) for p in face] for face in self.faces], self.thin, self.whole, self.floor)

    def points(self):
        return [p for face in self.faces for p in face]


def strut(p, q, r, sides=10):
    along = unit(sub(q, p))
    a = unit(cross(along, (1, 0, 0) if abs(along[0]) < 0.8 else (0, 1, 0)))
    b = cross(along, a)
    ring = lambda c: [add(c, add(scaled(a, r * math.cos(t)), scaled(b, r * math.sin(t))))
                      for t in (2 * math.pi * k / sides for k in range(sides))]
    one, two = ring(p), ring(q)
    return Piece([one[::-1], two] + [[one[k - 1], one[k], two[k], two[k - 1]] for k in range(sides)])


def normal_of(face):
    out = (0.0, 0.0, 0.0)
    for a, b in zip(face[1:], face[2:]):
        out = add(out, cross(sub(a, face[0]), sub(b, face[0])))
    return out


def joined(face, corner):
    """A polygon and a triangle beside it as one, both lists of numbers of points; None: they have no edge in common."""
    n = len(face)
    for i in range(n):
        for k in range(3):
            if (face[i], face[(i + 1) % n]) == (corner[(k + 1) % 3], corner[k]):
                out = face[:i + 1] + [corner[(k + 2) % 3]] + face[i + 1:]
                # the last triangle of a fan shuts it: its middle is no corner
                for j in range(n + 1):
                    if out[j - 2] == out[j]:
                        return [c for m, c in enumerate(out) if m not in ((j - 1) % (n + 1), j)]
                return out
    return None


def polygons(mesh, points):
    """The triangles of a mesh, next to each other in a plane, as polygons of points."""
    corners, out = mesh["triangles"], []
    triangles = [corners[i:i + 3] for i in range(0, len(corners), 3)]
    if "patches" not in mesh:
        return [[points[c] for c in t] for t in triangles]
    first = 0
    for last in mesh["patches"]:
        face = plane = None
        for t in triangles[first:last]:
            normal = unit(normal_of([points[c] for c in t]))
            more = joined(face, t) if face and dot(normal, plane) > 1 - 1e-6 else None
            if face and not more:
                out.append(face)
            face, plane = (more, plane) if more else (t, normal)
        out += [face] if face else []
        first = last
    return [[points[c] for c in face] for face in out]


MOST_TRIANGLES = 2000


def piece_of(mesh, stretch=(1, 1, 1), centred=False):
    """A mesh of the page, stretched along its axes; about its middle if wanted."""
    flat = mesh["vertices"]
    points = [tuple(c * s for c, s in zip(flat[i:i + 3], stretch)) for i in range(0, len(flat), 3)]
    if centred:
        middle_ = tuple((min(p[i] for p in points) + max(p[i] for p in points)) / 2 for i in range(3))
        points = [sub(p, middle_) for p in points]
    given = "patches" not in mesh
    if given:
        mesh = {"triangles": mesh["triangles"][:3 * MOST_TRIANGLES]}
    # Euler: a closed surface without a hole has two vertices more than half its triangles
    whole = not given and len(points) - len(mesh["triangles"]) // 6 == 2
    return Piece(polygons(mesh, points), thin=given, whole=whole)


def solid(drawn, given, most):
    """The solid of a body's inertia, at most so long; a ball where there is none."""
    if "mesh" not in given:
        width = most / 4
        return piece_of(drawn["meshes"][drawn["ball"]], (width, width, width))
    piece = piece_of(drawn["meshes"][given["mesh"]], given["stretch"], centred=True)
    longest = max(max(p[i] for p in piece.points()) - min(p[i] for p in piece.points()) for i in range(3))
    factor = min(1, most / longest) if most > 0 else 1
    return piece.moved(lambda p: turn(given["turn"], scaled(p, factor)))


def floats(text):
    raw = base64.b64decode(text)
    return struct.unpack(f"<{len(raw) // 4}f", raw)


class Bend:
    """A body that bends: the bars between its nodes, or its faces, as cli/view/page_bending.h has them."""
    def __init__(self, data, body, size):
        self.body, self.modes, self.line, self.face = body, data["modes"], data["line"], data["face"]
        at, raw, unit_of = floats(data["at"]), base64.b64decode(data["shape"]), floats(data["shape_unit"])
        shape = struct.unpack(f"<{len(raw) // 2}h", raw)
        self.at = [at[3 * i:3 * i + 3] for i in range(data["nodes"])]
        self.shape = [[s * u for s, u in zip(shape[c * self.modes:], unit_of)] for c in range(3 * len(self.at))]
        self.q = floats(data["q"]) if data.get("q") else ()
        spots = floats(data["spot_at"])
        reach = [length(sub(spots[3 * i:3 * i + 3], self.at[node])) for i, node in enumerate(data["spot_node"])]
        self.radius = max(max(reach, default=0), 0.006 * size)

    def at_frame(self, frame):
        """Its pieces in its own axes."""
        q = self.q[frame * self.modes:(frame + 1) * self.modes]
        gone = [sum(s * x for s, x in zip(row, q)) for row in self.shape]
        node = [add(p, gone[3 * i:3 * i + 3]) for i, p in enumerate(self.at)]
        bars = [strut(node[a], node[b], self.radius, 6) for a, b in zip(self.line[::2], self.line[1::2])]
        return bars + [Piece([[node[k] for k in self.face[i:i + 3]]]) for i in range(0, len(self.face), 3)]


class Scene:
    def __init__(self, data):
        scene, frames = data["scene"], data["frames"]
        read = lambda part: struct.unpack(f"<{len(base64.b64decode(part['data'])) // part['bytes']}{'f' if part['bytes'] == 4 else 'd'}",
                                          base64.b64decode(part["data"]))
        pos, quat, names = read(frames["pos"]), read(frames["quat"]), frames["bodies"]
        self.count, n = frames["count"], len(names)
        index = {name: i for i, name in enumerate(names)}
        self.bodies = [b for b in scene["bodies"] if b["name"] in index]
        pose = lambda f, i: (*pos[3 * (f * n + i):3 * (f * n + i) + 3], *quat[4 * (f * n + i):4 * (f * n + i) + 4])
        self.poses = [[pose(f, index[b["name"]]) for b in self.bodies] for f in range(self.count)]
        self.scene, self.drawn = scene, data["drawn"]
        self.solids = [s for b, s in zip(scene["bodies"], self.drawn["solids"]) if b["name"] in index]
        self.number = {i: self.bodies.index(b) for i, b in enumerate(scene["bodies"]) if b["name"] in index}
        families = list(dict.fromkeys("".join(c for c in b["name"] if not c.isdigit()) for b in self.bodies))
        family = lambda b: families.index("".join(c for c in b["name"] if not c.isdigit()))
        self.colours = [PALETTE[(family(b) if len(families) > 1 else i) % len(PALETTE)] for i, b in enumerate(self.bodies)]
        index_of = {b["name"]: i for i, b in enumerate(self.bodies)}
        points = [p[:3] for frame in self.poses for p in frame]
        points += [tuple(s["pose"][:3]) for j in scene["joints"] + scene["forces"] for s in j.get("at", []) if s["body"] < 0]
        points += [tuple(b["pivot"]) for b in self.bodies if b.get("pivot")]
        spread = [max(p[i] for p in points) - min(p[i] for p in points) for i in range(3)] if points else [0]
        self.size = math.sqrt(sum(s * s for s in spread))
        self.bends = [Bend(b, index_of[b["name"]], self.size) for b in data.get("bending", []) if b["name"] in index_of]
        self.pieces = self.make()

    def ends(self, i):
        """Where joints and pivot sit on a body, in its axes."""
        out = [tuple(s["pose"][:3]) for j in self.scene["joints"] for s in j.get("at", [])
               if self.number.get(s["body"]) == i and j["type"] not in ("prismatic", "orientation", "parallel_axes")]
        if self.bodies[i].get("pivot"):
            first = self.poses[0][i]
            back = (first[3], -first[4], -first[5], -first[6])
            out.append(turn(back, sub(self.bodies[i]["pivot"], first[:3])))
        return out

    def make(self):
        """(body or -1, pieces in its axes) of everything that keeps its form."""
        out, shaped = [], {b.body for b in self.bends}
        for shape, drawn in zip(self.scene["shapes"], self.drawn["shapes"]):
            body = shape.get("body", -1)
            if shape["type"] == "link":
                shaped |= {where for where, _ in self.rods(shape)} - {None}
                continue
            if body >= 0 and body not in self.number or not (drawn or "vertices" in shape):
                continue
            where = self.number.get(body, -1)
            shaped.add(where)
            piece = piece_of(self.drawn["meshes"][drawn["mesh"]], drawn["stretch"]) if drawn else piece_of(shape)
            piece.floor = shape.get("type") == "plane" and where < 0
            out.append((where, [piece.moved(lambda p: placed(shape["pose"], p))]))
        for shape in self.scene["shapes"]:
            for where, rods in self.rods(shape):
                if where is not None:
                    out.append((where, rods))
        for i, given in enumerate(self.solids):
            if i in shaped:
                continue
            ends = self.ends(i)
            reach = max([length(sub(a, b)) for a in ends for b in ends] + [2 * length(a) for a in ends[:1]] + [0])
            jointed = reach > 0.02 * self.size
            pieces = [solid(self.drawn, given, 0.42 * reach if jointed else 0.22 * self.size)]
            pieces += [strut((0, 0, 0), end, 0.028 * reach) for end in ends if length(end) > 1e-3 * reach]
            out.append((i, pieces))
        return out

    def rods(self, shape):
        """[(body or -1, [piece])] of the rods of a link that keep their form; the body is None where both ends move apart."""
        out = []
        if shape["type"] != "link":
            return out
        for a, b in zip(shape["through"], shape["through"][1:]):
            bodies = {self.number.get(end["body"], -1) for end in (a, b)}
            same = len(bodies) == 1
            out.append((bodies.pop() if same else None,
                        [strut(tuple(a["pose"][:3]), tuple(b["pose"][:3]), shape["radius"])] if same else []))
        return out

    def between(self, frame):
        """(body, piece) of rods from one body to another, in the world."""
        out = []
        for shape in self.scene["shapes"]:
            if shape["type"] != "link":
                continue
            for a, b in zip(shape["through"], shape["through"][1:]):
                bodies = [self.number.get(end["body"], -1) for end in (a, b)]
                if bodies[0] == bodies[1]:
                    continue
                ends = [placed(self.poses[frame][i], end["pose"][:3]) if i >= 0 else tuple(end["pose"][:3])
                        for i, end in zip(bodies, (a, b))]
                if length(sub(*ends)) > 0:
                    out.append((max(bodies), strut(*ends, shape["radius"])))
        return out


def view(scene):
    """right, away, up of the picture: planar motion is seen from the front, a little from the side."""
    gravity = scene.scene.get("gravity") or [0, 0, 0]
    thin = []
    for i in range(3):
        values = [p[i] for frame in scene.poses for p in frame] or [0]
        thin.append(max(values) - min(values) < 1e-6 * (scene.size or 1))
    up = (0, 0, 1)
    if thin[2] and not thin[0] and not thin[1]:
        up = (0, 1, 0)
    if length(gravity) > 0:
        up = unit(scaled(gravity, -1))
    front = (0, 1, 0) if abs(up[1]) < 0.5 else (0, 0, -1)
    angle = 0.55
    if sum(thin) == 1:
        axis = thin.index(True)
        normal = tuple(1.0 if i == axis else 0.0 for i in range(3))
        if abs(dot(normal, up)) < 0.5:
            front, angle = scaled(normal, -1 if axis != 1 else 1), 0.30
    front = unit(sub(front, scaled(up, dot(front, up))))
    right = cross(front, up)
    away = add(scaled(front, math.cos(angle)), scaled(right, math.sin(angle)))
    right = cross(away, up)
    tilt = 0.30
    return right, sub(scaled(away, math.cos(tilt)), scaled(up, math.sin(tilt))), add(scaled(up, math.cos(tilt)), scaled(away, math.sin(tilt)))


def chosen(scene):
    """The frames shown, last the one in full: as far as bodies have moved about once across."""
    if scene.count < 2 or not scene.bodies:
        return [0], 0
    way, last = 0.0, scene.count - 1
    for f in range(1, scene.count):
        way += max(length(sub(a[:3], b[:3])) for a, b in zip(scene.poses[f], scene.poses[f - 1]))
        if way > 1.1 * scene.size > 0:
            last = f
            break
    if scene.size == 0:
        last = min(last, 240)  # a spin draws its curve over and over
    if scene.size == 0 or len(scene.bodies) > 6:
        return [last], last
    return sorted({round(last * k / 5) for k in range(6)}), last


FAR = 6  # times their own size is a way on which bodies are too small to be seen


def corners_at(scene, frame):
    """Points of all bodies."""
    return [placed(scene.poses[frame][i], p) for i, pieces in scene.pieces if i >= 0 for piece in pieces for p in piece.points()]


def travels(scene):
    """Does what moves go many times its own size, as a vehicle does?"""
    points = corners_at(scene, 0)
    spread = lambda list_: math.sqrt(sum((max(p[i] for p in list_) - min(p[i] for p in list_)) ** 2 for i in range(3)))
    return bool(points) and spread([frame[0][:3] for frame in scene.poses]) > FAR * spread(points) > 0


def picture(data, title):
    scene = Scene(data)
    right, away, up = view(scene)
    flat = lambda p: (dot(p, right), -dot(p, up))
    far = travels(scene)
    frames, last = ([scene.count // 2], scene.count // 2) if far else chosen(scene)
    drawn = []  # (opacity, depth, colour, points)
    for f in frames:
        pale = 1 if f == frames[-1] else 0.16
        for body, pieces in scene.pieces + [(b.body, b.at_frame(f)) for b in scene.bends]:
            if body < 0 and pale < 1:
                continue
            pose = scene.poses[f][body] if body >= 0 else (0, 0, 0, 1, 0, 0, 0)
            colour = scene.colours[body] if body >= 0 else "#8a929b"
            for piece in pieces:
                here = piece.moved(lambda p: placed(pose, p))
                if pale == 1:
                    drawn += [(o, depth - 1e30 if piece.floor else depth, c, f) for o, depth, c, f in faces(here, right, away, up, colour)]
                elif here.whole:
                    drawn.append((pale, 0, colour, outline([flat(p) for p in here.points()])))
                else:
                    drawn += [(pale, 0, colour, face[3]) for face in faces(here, right, away, up, colour)]
    for body, rod in scene.between(last):
        drawn += faces(rod, right, away, up, scene.colours[body])
    lines = springs(scene, last)
    if far:
        return svg(drawn, [], [[flat(p) for p in line] for line in lines], scene, title, [flat(p) for p in corners_at(scene, last)])
    ways = [[flat(placed(scene.poses[f][i], tip(scene, i))) for f in range(last + 1)] for i in range(len(scene.bodies))]
    return svg(drawn, ways, [[flat(p) for p in line] for line in lines], scene, title)


def tip(scene, body):
    """The point whose way is drawn: the centre of mass, or where nothing travels an end of the body."""
    if scene.size > 0:
        return (0, 0, 0)
    points = [p for i, pieces in scene.pieces if i == body for piece in pieces for p in piece.points()]
    far = max(points, key=length, default=(0, 0, 0))
    along = max(range(3), key=lambda i: abs(far[i]))
    return tuple(1.25 * far[i] if i == along else 0 for i in range(3))


def springs(scene, frame):
    """Springs as zigzags between their ends."""
    out = []
    for force in scene.scene["forces"]:
        if force["type"] != "spring_damper" or len(force.get("at", [])) != 2:
            continue
        ends = []
        for place in force["at"]:
            if place["body"] >= 0 and place["body"] not in scene.number:
                break
            pose = scene.poses[frame][scene.number[place["body"]]] if place["body"] >= 0 else (0, 0, 0, 1, 0, 0, 0)
            ends.append(placed(pose, place["pose"][:3]))
        if len(ends) == 2 and length(sub(*ends)) > 0:
            p, way = ends[0], sub(ends[1], ends[0])
            side = scaled(unit(cross(way, (0.3, 1, 0.2))), 0.06 * length(way))
            out.append([p] + [add(add(p, scaled(way, (k + 1.5) / 12)), scaled(side, (-1) ** k)) for k in range(10)] + [ends[1]])
    return out


def outline(points):
    """The convex hull of points in the plane, by Andrew's chains."""
    points, out = sorted(set(points)), []
    for way in (points, points[::-1]):
        chain = []
        for p in way:
            while len(chain) > 1 and ((chain[-1][0] - chain[-2][0]) * (p[1] - chain[-2][1]) -
                                      (chain[-1][1] - chain[-2][1]) * (p[0] - chain[-2][0])) <= 0:
                chain.pop()
            chain.append(p)
        out += chain[:-1]
    return out


def faces(piece, right, away, up, colour):
    """(1, depth, colour, corners) of the faces of a piece that look this way."""
    out = []
    for face in piece.faces:
        normal = normal_of(face)
        if length(normal) == 0:
            continue
        normal = unit(normal)
        if dot(normal, away) > 0:
            if not piece.thin:
                continue
            normal = scaled(normal, -1)
        bright = dot((dot(normal, right), dot(normal, away), dot(normal, up)), LIGHT)
        flat = [(dot(p, right), -dot(p, up)) for p in face]
        out.append((1, -dot(middle(face), away), shade(colour, 0.62 + 0.42 * max(bright, 0)), flat))
    return out


def shade(colour, factor):
    parts = [int(colour[i:i + 2], 16) for i in (1, 3, 5)]
    return "#" + "".join(f"{min(255, round(c * factor)):02x}" for c in parts)


def svg(drawn, ways, lines, scene, title, points=None):
    points = points or [p for d in drawn for p in d[3]] + [p for way in ways for p in way] + [p for line in lines for p in line]
    if not points:
        points = [(0, 0), (1, 1)]
    low = [min(p[i] for p in points) for i in (0, 1)]
    high = [max(p[i] for p in points) for i in (0, 1)]
    zoom = (0.86 if scene.size > 0 else 0.72) * min(WIDTH / (high[0] - low[0] or 1), HEIGHT / (high[1] - low[1] or 1))
    to = lambda p: (f"{WIDTH / 2 + zoom * (p[0] - (low[0] + high[0]) / 2):.1f},"
                    f"{HEIGHT / 2 + zoom * (p[1] - (low[1] + high[1]) / 2):.1f}")
    path = lambda list_: " ".join(to(p) for p in list_)
    painted = lambda layer: [f'<polygon points="{path(f)}" fill="{c}" stroke="{c}"/>' for _, _, c, f in sorted(layer, key=lambda d: d[1])]
    floor = [d for d in drawn if d[1] < -1e29]
    out = [f'<svg class="picture" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}">']
    out += ['<g stroke-width=".7" stroke-linejoin="round">'] + painted(floor) + ["</g>"] if floor else []
    for colour, way in zip(scene.colours, ways):
        if len(way) > 1:
            out.append(f'<polyline points="{path(way)}" fill="none" stroke="{colour}" stroke-width="1.2" stroke-opacity=".55"/>')
    for line in lines:
        out.append(f'<polyline points="{path(line)}" fill="none" stroke="#8a929b" stroke-width="2"/>')
    for opacity in sorted({d[0] for d in drawn}):
        out.append(f'<g opacity="{opacity}" stroke-width=".7" stroke-linejoin="round">')
        out += painted(d for d in drawn if d[0] == opacity and d[1] >= -1e29)
        out.append("</g>")
    return "\n".join(out + ["</svg>"])
