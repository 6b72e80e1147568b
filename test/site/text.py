# SPDX-License-Identifier: BSD-3-Clause
"""text.py -- Markdown and pictures of the site, piece by piece.

usage: text.py POLHODE SOURCE"""
import base64
import os
import struct
import sys

sys.path.insert(0, os.path.join(sys.argv[2], "tools", "site"))
import markdown  # noqa: E402
import picture  # noqa: E402

TEXTS = [
    ("plain *soft* and **loud**", "<p>plain <em>soft</em> and <strong>loud</strong></p>"),
    ("a < b & `x<y>` <script>", "<p>a &lt; b &amp; <code>x&lt;y&gt;</code> &lt;script&gt;</p>"),
    ("2*a*b and `**kept**`", "<p>2*a*b and <code>**kept**</code></p>"),
    ("[`code` there](to.md#x)", '<p><a href="to.md#x"><code>code</code> there</a></p>'),
    ("[a](x\"y)", '<p><a href="x&quot;y">a</a></p>'),
    ("a [bracket] alone, \\*star\\*", "<p>a [bracket] alone, *star*</p>"),
    ("- one\n  goes on\n- two\n  - inner\n\nafter", "<ul>\n<li>one goes on</li>\n<li>two\n<ul>\n<li>inner</li>\n</ul></li>\n</ul>\n<p>after</p>"),
    ("1. a\n2. b", "<ol>\n<li>a</li>\n<li>b</li>\n</ol>"),
    ("```\na < b\n```", '<pre tabindex="0"><code>a &lt; b</code></pre>'),
    ("> said\n> so", "<blockquote><p>said so</p></blockquote>"),
    ("<!-- hidden -->\nshown", "<p>shown</p>"),
    ("| a | b |\n|---|---|\n| `x \\| y` | |", '<div class="table" tabindex="0"><table><thead><tr><th>a</th><th>b</th></tr></thead>\n'
     '<tbody><tr><td data-title="a"><code>x | y</code></td><td data-title="b"></td></tr></tbody></table></div>'),
]
failed = 0


def check(what, got, wanted):
    global failed
    if got != wanted:
        print(f"failed: {what!r} is\n{got}\ninstead of\n{wanted}")
        failed = 1


for text, wanted in TEXTS:
    check(text, markdown.Page(text).html, wanted)
page = markdown.Page("# `type: revolute`\n\n## Same\n\n## Same")
check("anchors", [h[1] for h in page.headings], ["type-revolute", "same", "same-1"])
check("title", page.title, "type: revolute")
check("an unclosed block", markdown.Page("```\nend").html, '<pre tabindex="0"><code>end</code></pre>')

# a cube in the middle: three of its faces are seen; the hull of a square with a point inside is the square
number = lambda *x: {"bytes": 8, "data": base64.b64encode(struct.pack(f"<{len(x)}d", *x)).decode()}
scene = {"gravity": [0, 0, 0], "bodies": [{"name": "a", "mass": 1, "inertia": [1, 1, 1, 0, 0, 0]}], "joints": [], "forces": [],
         "shapes": [{"type": "box", "body": 0, "pose": [-1, -1, -1, 1, 0, 0, 0], "size": [2, 2, 2]}]}
cube = {"vertices": [c for i in range(8) for c in (i & 1, i >> 1 & 1, i >> 2)],
        "triangles": [0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5],
        "patches": [2, 4, 6, 8, 10, 12]}
drawn = {"meshes": [cube], "shapes": [{"mesh": 0, "stretch": [2, 2, 2]}],
         "solids": [{"type": "box", "mesh": 0, "stretch": [1, 2, 3], "turn": [1, 0, 0, 0]}]}
data = {"scene": scene, "drawn": drawn, "frames": {"count": 1, "bodies": ["a"], "pos": number(0, 0, 0), "quat": number(1, 0, 0, 0)}}
check("faces of a cube", picture.picture(data, "cube").count("<polygon"), 3)
fan = {"vertices": [0, 0, 0, 1, 0, 0, 0, 1, 0, -1, 0, 0, 0, -1, 0], "triangles": [1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 1, 0], "patches": [4]}
check("a fan is one face", [sorted(f) for f in picture.piece_of(fan).faces], [[(-1, 0, 0), (0, -1, 0), (0, 1, 0), (1, 0, 0)]])
points = picture.solid(drawn, drawn["solids"][0], 1.5).points()
check("a solid, made smaller", sorted({abs(c) for p in points for c in p}), [0.25, 0.5, 0.75])
check("a hull", sorted(picture.outline([(0, 0), (1, 0), (1, 1), (0, 1), (0.5, 0.5), (0.5, 0)])), [(0, 0), (0, 1), (1, 0), (1, 1)])
check("half a turn about z", [round(c, 12) for c in picture.turn((0, 0, 0, 1), (1, 2, 3))], [-1, -2, 3])
scene["bodies"] = []
data["frames"].update(bodies=[], pos=number(), quat=number())
check("nothing to see", "<svg" in picture.picture(data, "none"), True)
sys.exit(failed)
