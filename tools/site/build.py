# SPDX-License-Identifier: BSD-3-Clause
"""build.py -- the documents as a folder of static pages that opens from disk.

usage: build.py --polhode COMMAND -o FOLDER [--run PATTERN,..] [--report FOLDER]

Pages come from docs/*.md, from the documents at the root of the tree, from the program itself
(reference.py) and from models/ (gallery.py). Nothing is fetched; Python's own library suffices.
--run: the models to run, by name, `*` for all (the default), `none` for none. --report: a folder
written by `polhode papers`, to go into the site."""
import argparse
import html
import os
import posixpath
import re
import shutil
import string
import subprocess
import sys

import gallery
import markdown
import reference

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(HERE))

# the order of the list of pages; documents that are not named follow behind the guides
START = [("index", "Home"), ("tutorial", "Tutorial"), ("gallery/index", "Gallery")]
GUIDES = [("integrators", "Which integrator when"), ("contact", "Contact"), ("viewer", "The viewer"), ("results", "Results and figures"),
          ("adams", "ADAMS decks"), ("plugins", "Plug-ins"), ("library", "The library"), ("papers", "The papers")]
MODEL_FILE = ("model-file", "Model file")
PROJECT = [("ARCHITECTURE", "architecture", "Architecture"), ("CONTRIBUTING", "contributing", "Contributing"),
           ("STYLE", "style", "Style of the code"), ("VERSIONING", "versioning", "Versions"), ("CHANGELOG", "changes", "Changes")]
SHOWN_AT_HOME = ["v8", "four-bar", "double-pendulum", "bricard", "heavy-top", "spatial-slider-crank",
                 "andrews", "lagrangian-top"]


class Site:
    def __init__(self, polhode, folder, report):
        self.polhode, self.folder, self.report = polhode, folder, report
        self.groups = gallery.find(SOURCE)
        documents = sorted(n[:-3] for n in os.listdir(os.path.join(SOURCE, "docs")) if n.endswith(".md"))
        named = [g for g in GUIDES if g[0] in documents]
        known = {name for name, _ in START + GUIDES + [MODEL_FILE]}
        self.extra = [(n, None) for n in documents if n not in known]
        self.navigation = [("Start", [p for p in START if p[0] in documents or p[0].startswith("gallery")]),
                           ("Guides", named + self.extra),
                           ("Reference", [MODEL_FILE] + [(n, title) for n, title, _ in reference.PAGES]),
                           ("Project", [(n, title) for _, n, title in PROJECT])]
        self.version = subprocess.run([polhode, "--version"], capture_output=True, text=True, check=True).stdout.split()[-1]
        # the page of each file of the tree
        self.pages = {f"docs/{n}.md": n for n in documents}
        self.pages.update({f"{file}.md": n for file, n, _ in PROJECT})
        self.pages.update({m.path: f"gallery/{m.name}" for _, models in self.groups for m in models})
        self.pages.update({"README.md": "index", "models": "gallery/index", "models/contact": "gallery/index",
                           "models/flexible": "gallery/index",
                           "models/papers": "gallery/index",
                           "docs/polhode.1": "ref-commands"})
        self.files = set()  # of the tree, linked from pages

    def link(self, origin, page):
        """How a link in the file `origin` of the tree reads in the page `page`."""
        up = "../" * page.count("/")

        def resolve(url):
            if re.match(r"[a-z]+:|#", url):
                return url
            path, mark, anchor = url.partition("#")
            path = posixpath.normpath(posixpath.join(posixpath.dirname(origin), path))
            if path in self.pages:
                return f"{up}{self.pages[path]}.html{mark}{anchor}"
            if path.startswith("docs/ref-"):
                return f"{up}{path[5:-3]}.html{mark}{anchor}"
            self.files.add(path)
            return f"{up}files/{path}"

        return resolve

    def code(self, page):
        """Code that names a file with a page leads there."""
        up = "../" * page.count("/")
        return lambda text: f"{up}{self.pages[text.rstrip('/')]}.html" if text.rstrip("/") in self.pages and self.pages[text.rstrip("/")] != page else None

    def render(self, text, origin, page):
        link = self.link(origin, page)
        labels = {name: label for _, pages in self.navigation for name, label in pages}
        name = lambda url: labels.get(posixpath.normpath(posixpath.join(posixpath.dirname(page), link(url).partition("#")[0]))[:-5])
        return markdown.Page(text, link, self.code(page), name)

    def list_of_pages(self, page):
        up, out = "../" * page.count("/"), []
        at = "gallery/index" if page.startswith("gallery/") else page
        for title, pages in self.navigation:
            rows = "".join(f'<li><a href="{up}{name}.html"{" aria-current=page" if name == at else ""}>{html.escape(label)}</a></li>'
                           for name, label in pages)
            out.append(f"<section><h2>{title}</h2><ul>{rows}</ul></section>")
        return "\n".join(out)

    def contents(self, headings):
        rows = [h for h in headings if h[0] in (2, 3)]
        if len([h for h in rows if h[0] == 2]) > 7 and len(rows) > 40:
            rows = [h for h in rows if h[0] == 2]
        if len(rows) < 3:
            return ""
        items = "".join(f'<li class="l{level}"><a href="#{name}">{text}</a></li>' for level, name, text in rows)
        return f'<aside class="toc" aria-label="on this page"><h2>On this page</h2><ul>{items}</ul></aside>'

    def write(self, page, title, content, headings=(), kind=""):
        with open(os.path.join(HERE, "page.html"), encoding="utf-8") as file:
            template = string.Template(file.read())
        path = os.path.join(self.folder, page + ".html")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        full = title if page == "index" else f"{title} - polhode"
        with open(path, "w", encoding="utf-8") as file:
            file.write(template.substitute(
                title=html.escape(full), root=posixpath.relpath(".", posixpath.dirname(page) or "."), version=self.version,
                navigation=self.list_of_pages(page), content=content, contents=self.contents(headings), kind=kind))

    def document(self, origin, page):
        with open(os.path.join(SOURCE, origin), encoding="utf-8") as file:
            text = file.read()
        return self.render(text, origin, page)

    def build(self):
        self.name_extra()
        self.home()
        for origin, page in sorted(self.pages.items()):
            if origin.endswith(".md") and page != "index":
                shown = self.document(origin, page)
                content = shown.html + (self.report_link() if page == "papers" else "")
                self.write(page, shown.title, content, shown.headings)
        for page, _, make in reference.PAGES:
            shown = self.render(make(self.polhode), f"docs/{page}.md", page)
            self.write(page, shown.title, shown.html, shown.headings)
        render = lambda page, origin: lambda text: self.render(text, origin, page)
        title, content, headings = gallery.overview(self.groups, render("gallery/index", "docs/gallery/index.md"))
        self.write("gallery/index", title, content, (), "wide")
        for _, models in self.groups:
            for model in models:
                page = f"gallery/{model.name}"
                title, content, headings = gallery.model_page(model, render(page, model.path))
                self.write(page, title, content, (), "model")
        self.copy()

    def name_extra(self):
        """Documents this program does not know by name are listed by their titles."""
        for index, (name, _) in enumerate(self.navigation[1][1]):
            if (name, None) in self.extra:
                self.navigation[1][1][index] = (name, self.document(f"docs/{name}.md", name).title)

    def home(self):
        shown = self.document("docs/index.md", "index")
        models = {m.name: m for _, all_ in self.groups for m in all_}
        picks = [models[n] for n in SHOWN_AT_HOME if n in models]
        head, mark, rest = shown.html.partition("<h2")
        self.write("index", shown.title, head + gallery.cards(picks) + mark + rest, (), "wide")

    def report_link(self):
        if not self.report:
            return ""
        shutil.copytree(self.report, os.path.join(self.folder, "report"), dirs_exist_ok=True)
        return '<p><a href="report/index.html">The report of this build</a>, with all figures.</p>'

    def copy(self):
        for name in ("style.css", "icon.svg"):
            shutil.copy(os.path.join(HERE, name), self.folder)
        for path in sorted(self.files):
            origin = os.path.join(SOURCE, path)
            if os.path.isfile(origin):
                target = os.path.join(self.folder, "files", path)
                os.makedirs(os.path.dirname(target), exist_ok=True)
                shutil.copy(origin, target)


def main():
    parser = argparse.ArgumentParser(description="The documents as static pages.")
    parser.add_argument("--polhode", required=True, help="the command to ask and to run models with")
    parser.add_argument("-o", dest="folder", required=True, help="where the pages go")
    parser.add_argument("--run", default="*", help="names of models to run, parted by commas")
    parser.add_argument("--report", help="a folder written by `polhode papers`")
    options = parser.parse_args()
    say = lambda text: print(text, file=sys.stderr)
    polhode = os.path.abspath(options.polhode)
    os.makedirs(os.path.join(options.folder, "gallery"), exist_ok=True)
    try:
        site = Site(polhode, options.folder, options.report)
        failed = gallery.run_all(site.groups, options.run.split(","), polhode, SOURCE,
                                 os.path.join(options.folder, "gallery"), say)
        site.build()
    except (OSError, subprocess.CalledProcessError) as error:
        say(f"site: {error}")
        return 1
    for model in failed:
        say(f"site: {model.path} does not run:\n{model.failure}")
    ran = [m for _, models in site.groups for m in models if m.svg]
    if ran and not any(m.moving for m in ran):
        say("site: without the page of `polhode view` (needs Node.js and npm) the gallery has pictures only")
    say(f"wrote {options.folder}/index.html")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
