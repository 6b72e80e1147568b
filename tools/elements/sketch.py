# SPDX-License-Identifier: BSD-3-Clause
"""Sketches of elements in space: a few solids and arrows, seen along (-1, -1, -1), as a small SVG. The
same input gives the same bytes."""
import math

FIRST, SECOND, THIRD = "#8fa9c9", "#e3a35b", "#9cc29a"  # bodies
DARK, FORCE, AXIS, FAINT = "#333333", "#c0392b", "#555555", "#d9d9d9"
WIDTH, HEIGHT, MARGIN = 260, 180, 12


def add(a, b, s=1):
    return tuple(x + s * y for x, y in zip(a, b))


def scaled(s, a):
    return tuple(s * x for x in a)


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def unit(a):
    return scaled(1 / math.sqrt(dot(a, a)), a)


def across(axis):
    """Two directions across an axis."""
    x = unit(cross(axis, (0, 0, 1) if abs(axis[2]) < 0.9 else (1, 0, 0)))
    return x, cross(axis, x)


def flat(p):
    return (0.8660254 * (p[1] - p[0]), 0.5 * (p[0] + p[1]) - p[2])


def hull(points):
    points = sorted(set(points))
    def half(points):
        out = []
        for p in points:
            while len(out) > 1 and ((out[-1][0] - out[-2][0]) * (p[1] - out[-2][1]) <=
                                    (out[-1][1] - out[-2][1]) * (p[0] - out[-2][0])):
                out.pop()
            out.append(p)
        return out[:-1]
    return half(points) + half(points[::-1])


def shade(color, part):
    """A colour, lighter (part > 1) or darker."""
    values = [int(color[i:i + 2], 16) for i in (1, 3, 5)]
    return "#" + "".join(f"{max(0, min(255, round(v * part))):02x}" for v in values)


class Sketch:
    def __init__(self):
        self.parts = []  # depth, points, how to write them

    def polygon(self, points, fill, stroke=DARK, width=0.8, depth=None):
        middle = scaled(1 / len(points), tuple(map(sum, zip(*points))))
        self.parts.append((sum(middle) if depth is None else depth, [flat(p) for p in points],
                           f'fill="{fill}" stroke="{stroke}" stroke-width="{width}"', True))

    def line(self, points, color=DARK, width=1.4, dash=None, depth=None):
        middle = scaled(1 / len(points), tuple(map(sum, zip(*points))))
        style = f'fill="none" stroke="{color}" stroke-width="{width}" stroke-linejoin="round"'
        style += f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append((sum(middle) if depth is None else depth, [flat(p) for p in points], style, False))

    def ring(self, middle, axis, radius, first=0, last=360, n=28):
        x, y = across(unit(axis))
        angles = [math.radians(first + (last - first) * k / n) for k in range(n + 1)]
        return [add(add(middle, x, radius * math.cos(a)), y, radius * math.sin(a)) for a in angles]

    def cylinder(self, start, way, radius, color=FIRST):
        end, axis = add(start, way), unit(way)
        low, high = self.ring(start, axis, radius)[:-1], self.ring(end, axis, radius)[:-1]
        outline = hull([flat(p) for p in low + high])
        depth = sum(add(start, way, 0.5))
        self.parts.append((depth, outline, f'fill="{color}" stroke="{DARK}" stroke-width="0.8"', True))
        top = high if sum(axis) > 0 else low
        self.polygon(top, shade(color, 1.15), depth=depth + 1e-3)

    def box(self, middle, size, color=FIRST, axes=((1, 0, 0), (0, 1, 0), (0, 0, 1))):
        for k in range(3):
            side = 1 if sum(axes[k]) > 0 else -1
            i, j = (k + 1) % 3, (k + 2) % 3
            face = add(middle, axes[k], side * size[k] / 2)
            corners = [add(add(face, axes[i], u * size[i] / 2), axes[j], v * size[j] / 2)
                       for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
            light = 0.92 + 0.16 * abs(axes[k][2]) - 0.08 * abs(axes[k][0])
            self.polygon(corners, shade(color, light), depth=sum(middle) + 1e-3 * k)

    def ball(self, middle, radius, color=SECOND):
        c = flat(middle)
        r = radius * 1.2247449
        circle = [(c[0] + r * math.cos(k * math.pi / 12), c[1] + r * math.sin(k * math.pi / 12))
                  for k in range(24)]
        self.parts.append((sum(middle), circle, f'fill="{color}" stroke="{DARK}" stroke-width="0.8"', True))

    def plane(self, middle, x, y, color=FAINT, depth=-100):
        corners = [add(add(middle, x, u), y, v) for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        self.polygon(corners, color, "#aaaaaa", 0.6, depth)

    def arrow(self, start, way, color=FORCE, width=2, depth=100):
        """Drawn over everything."""
        end = add(start, way)
        a, b = flat(start), flat(end)
        long = math.hypot(b[0] - a[0], b[1] - a[1])
        d = ((b[0] - a[0]) / long, (b[1] - a[1]) / long)
        self.line([start, end], color, width, depth=depth)
        head = [b, (b[0] - 0.2 * d[0] - 0.09 * d[1], b[1] - 0.2 * d[1] + 0.09 * d[0]),
                (b[0] - 0.2 * d[0] + 0.09 * d[1], b[1] - 0.2 * d[1] - 0.09 * d[0])]
        self.parts.append((depth + 1, head, f'fill="{color}" stroke="none"', True))

    def turn(self, middle, axis, radius, first=20, last=300, color=FORCE, depth=100):
        points = self.ring(middle, axis, radius, first, last)
        self.line(points[:-1], color, 2, depth=depth)
        self.arrow(points[-3], add(points[-1], points[-3], -1), color, depth=depth)

    def axis(self, start, way, depth=99):
        self.line([start, add(start, way)], AXIS, 1, "6 3 1 3", depth)

    def spring(self, start, end, radius=0.12, coils=6, color=DARK):
        way = add(end, start, -1)
        x, y = across(unit(way))
        points = [start]
        for k in range(12 * coils + 1):
            a, s = 2 * math.pi * k / 12, 0.12 + 0.76 * k / (12 * coils)
            points.append(add(add(add(start, way, s), x, radius * math.cos(a)), y, radius * math.sin(a)))
        self.line(points + [end], color, 1.3)

    def curve(self, points, color=FORCE, width=2):
        """In the plane of the paper, right and up."""
        self.parts.append((100, [(x, -y) for x, y in points],
                           f'fill="none" stroke="{color}" stroke-width="{width}"', False))

    def svg(self, title):
        every = [p for _, points, _, _ in self.parts for p in points]
        low = [min(p[i] for p in every) for i in (0, 1)]
        high = [max(p[i] for p in every) for i in (0, 1)]
        s = min((WIDTH - 2 * MARGIN) / (high[0] - low[0]), (HEIGHT - 2 * MARGIN) / (high[1] - low[1]))
        at = [(full - s * (low[i] + high[i])) / 2 for i, full in ((0, WIDTH), (1, HEIGHT))]
        out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
               f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}">',
               f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>']
        for _, points, style, closed in sorted(self.parts, key=lambda part: round(part[0], 6)):
            text = " ".join(f"{s * x + at[0]:.1f},{s * y + at[1]:.1f}" for x, y in points)
            out.append(f'<{"polygon" if closed else "polyline"} points="{text}" {style}/>')
        return "\n".join(out + ["</svg>", ""])
