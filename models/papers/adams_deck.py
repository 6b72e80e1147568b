# SPDX-License-Identifier: BSD-3-Clause
"""What poly_v_belt.py and crawler_track.py write decks of ADAMS/Solver with: statements with their numbers."""


class Deck:
    """Statements in SI units; numbers of markers, parts and so on are given out one after the other."""

    def __init__(self, title, comment):
        self.lines = [title] + ["! " + line for line in comment]
        self.lines.append("UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND")
        self.count = {}
        self.ground = self.put("PART", "GROUND")

    def put(self, kind, rest, name=None):
        number = self.count[kind] = self.count.get(kind, 0) + 1
        if name:
            self.lines.append(f"!                            adams_view_name='{name}'")
        for text in f"{kind}/{number}, {rest}".split("\n"):
            while len(text) > 76 and ", " in text[20:76]:  # statements go on in lines that begin with a comma
                cut = text.rindex(", ", 0, 76)
                self.lines.append(text[:cut])
                text = text[cut:]
            self.lines.append(text)
        return number

    def part(self, name, mass, inertia, position, turn=(0, 0, 0)):
        """turn: angles about z, x, z. The part and its marker in the centre of mass."""
        number = self.count["PART"] + 1
        marker = self.count.get("MARKER", 0) + 1
        self.put("PART", "QG=" + three(position) + ", REULER=" + three(turn) + f", MASS={mass!r}, CM={marker}, IP=" +
                 three(inertia), name)
        return number, self.marker(number)

    def marker(self, part, at=(0, 0, 0), turn=(0, 0, 0)):
        return self.put("MARKER", f"PART={part}, QP=" + three(at) + ", REULER=" + three(turn))

    def floating(self, part):
        return self.put("MARKER", f"PART={part}, FLOATING")

    def sphere(self, marker, radius):
        return self.put("GRAPHICS", f"ELLIPSOID, CM={marker}, XSCALE={2*radius!r}, YSCALE={2*radius!r}, ZSCALE={2*radius!r}")

    def cylinder(self, marker, radius, length):
        return self.put("GRAPHICS", f"CYLINDER, CM={marker}, RADIUS={radius!r}, LENGTH={length!r}")

    def box(self, marker, size):
        return self.put("GRAPHICS", f"BOX, CORNER={marker}, X={size[0]!r}, Y={size[1]!r}, Z={size[2]!r}")

    def contact(self, i, j, law, name):
        """i, j: lists of graphics. law: stiffness, exponent, damping, depth, friction at rest and sliding, and
        the speeds of both."""
        k, e, c, d, rest, slide, slow, fast = law
        self.put("CONTACT", "IGEOM=" + ", ".join(map(str, i)) + ", JGEOM=" + ", ".join(map(str, j)) +
                 f", IMPACT, STIFFNESS={k!r}, EXPONENT={e!r}, DAMPING={c!r}, DMAX={d!r}, COULOMB_FRICTION=ON, MU_STATIC={rest!r}"
                 f", MU_DYNAMIC={slide!r}, STICTION_TRANSITION_VELOCITY={slow!r}, FRICTION_TRANSITION_VELOCITY={fast!r}", name)

    def text(self):
        return "\n".join(self.lines + ["RESULTS/", "END"]) + "\n"


def three(v):
    return ", ".join(repr(float(x)) for x in v)
