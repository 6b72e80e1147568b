# SPDX-License-Identifier: BSD-3-Clause
"""pages.py -- builds the site and reads it as a browser would: tags are closed, every link within it
leads to a page or a file and to an anchor that is there, no page asks for anything outside of the
folder, and what the program knows is in the reference.

usage: pages.py POLHODE SOURCE"""
import html.parser
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.parse

EMPTY = {"meta", "link", "img", "input", "br", "hr", "path", "ellipse", "polyline", "polygon"}
failures = []


def fail(text):
    failures.append(text)
    print("failed:", text)


class Reader(html.parser.HTMLParser):
    def __init__(self, name, text):
        super().__init__()
        self.name, self.open, self.anchors, self.links, self.parts = name, [], [], [], []
        self.feed(text)
        if self.open:
            fail(f"{name}: not closed: {self.open}")

    def handle_starttag(self, tag, attributes):
        if tag not in EMPTY:
            self.open.append(tag)
        if tag == "a" and self.open.count("a") > 1:
            fail(f"{self.name}: a link within a link, line {self.getpos()[0]}")
        for key, value in attributes:
            if key == "id":
                if value in self.anchors:
                    fail(f"{self.name}: two things are called {value}")
                self.anchors.append(value)
            elif key == "href" and tag == "a":
                self.links.append(value)
            elif key in ("src", "href", "data", "srcset", "action", "poster"):
                self.parts.append(value)
            elif key == "style" or key.startswith("on"):
                fail(f"{self.name}: {key} in a tag")
        if tag == "img" and "alt" not in dict(attributes):
            fail(f"{self.name}: a picture without words")

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in EMPTY:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            fail(f"{self.name}: </{tag}> ends nothing, line {self.getpos()[0]}")


def read(folder):
    """{path: Reader} of all pages that the site makes; the moving ones are the viewer's."""
    pages = {}
    for base, _, names in os.walk(folder):
        for name in names:
            path = os.path.relpath(os.path.join(base, name), folder)
            if name.endswith(".view.html"):
                pages[path] = None
            elif name.endswith(".html"):
                with open(os.path.join(base, name), encoding="utf-8") as file:
                    text = file.read()
                pages[path] = Reader(path, text)
                for mark in ("$title", "$content", "\x00"):
                    if mark in text:
                        fail(f"{path} shows {mark!r}")
    return pages


def check_links(folder, pages):
    for path, page in pages.items():
        if page is None:
            continue
        for part in page.parts:
            if urllib.parse.urlparse(part).scheme or part.startswith("/"):
                fail(f"{path} asks for {part}")
        for link in page.links + page.parts:
            to = urllib.parse.urlparse(link)
            if to.scheme in ("http", "https", "mailto"):
                continue  # leads away, when it is followed
            target = os.path.normpath(os.path.join(os.path.dirname(path), urllib.parse.unquote(to.path))) if to.path else path
            if target.startswith("..") or not os.path.isfile(os.path.join(folder, target)):
                fail(f"{path} leads to {link}, which is not there")
            elif to.fragment and pages.get(target) and to.fragment not in pages[target].anchors:
                fail(f"{path} leads to {link}: no such place in {target}")


def check_readme(source, pages):
    """The README has no page of its own: its links are looked up in the tree."""
    with open(os.path.join(source, "README.md"), encoding="utf-8") as file:
        links = re.findall(r"\]\(([^)#:]+)(?:#([^)]+))?\)", file.read())
    if not links:
        fail("README.md has no links")
    for path, anchor in links:
        page = pages.get(re.sub(r"^docs/(.*)\.md$", r"\1.html", path))
        if not os.path.exists(os.path.join(source, path)):
            fail(f"README.md leads to {path}, which is not there")
        elif anchor and not (page and anchor in page.anchors):
            fail(f"README.md leads to {path}#{anchor}: no such place")


def check_reference(polhode, folder):
    for what, page, key in (("elements", "ref-elements", "name"), ("functions", "ref-functions", "signature"),
                            ("integrators", "ref-integrators", "name"), ("statements", "ref-statements", "name")):
        with open(os.path.join(folder, page + ".html"), encoding="utf-8") as file:
            shown = html.unescape(file.read())
        known = json.loads(subprocess.run([polhode, "list", what, "--json"], capture_output=True, check=True).stdout)
        for entry in known:
            if f"<code>{entry[key]}</code>" not in shown:
                fail(f"{page} has no {entry[key]}")


def main():
    polhode, source = (os.path.abspath(a) for a in sys.argv[1:3])
    build = os.path.join(source, "tools", "site", "build.py")
    with tempfile.TemporaryDirectory() as work:
        folder = os.path.join(work, "site")
        done = subprocess.run([sys.executable, "-B", build, "--polhode", polhode, "-o", folder, "--run", "pendulum,bricard,adams-four-bar"],
                              capture_output=True, text=True)
        if done.returncode:
            fail(f"build.py ended with {done.returncode}: {done.stderr}")
            return 1
        pages = read(folder)
        check_links(folder, pages)
        check_reference(polhode, folder)
        check_readme(source, pages)
        with open(os.path.join(folder, "style.css"), encoding="utf-8") as file:
            if re.search(r"@import|url\(", file.read()):
                fail("the style asks for something")
        for path in ("index.html", "tutorial.html", "gallery/index.html", "model-file.html", "gallery/pendulum.html"):
            if path not in pages:
                fail(f"there is no {path}")
        # every document and every model has a page that is reached from the first one
        reached, next_ = set(), ["index.html"]
        while next_:
            path = next_.pop()
            if path in reached or path not in pages or pages[path] is None:
                continue
            reached.add(path)
            next_ += [os.path.normpath(os.path.join(os.path.dirname(path), urllib.parse.urlparse(l).path)) for l in pages[path].links if l]
        for path in sorted(p for p in pages if pages[p] and p not in reached):
            fail(f"nothing leads to {path}")
        with open(os.path.join(folder, "gallery", "pendulum.html"), encoding="utf-8") as file:
            if not re.search(r"<iframe|<polygon", file.read()):
                fail("the page of the pendulum shows none")
        with open(os.path.join(folder, "gallery", "index.html"), encoding="utf-8") as file:
            if file.read().count("<polygon") < 50:
                fail("the gallery has no pictures")
        print(f"{len(pages)} pages")
        # what it is run with may be missing
        done = subprocess.run([sys.executable, "-B", build, "--polhode", os.path.join(work, "nothing"), "-o", folder],
                              capture_output=True, text=True)
        if done.returncode != 1 or "Traceback" in done.stderr:
            fail(f"without the command: {done.stderr}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
