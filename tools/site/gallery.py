# SPDX-License-Identifier: BSD-3-Clause
"""gallery.py -- the models of the tree, each with a page: what its file says of it, a picture, the
moving page of `polhode view` where that can be made, and the file."""
import fnmatch
import html
import json
import os
import re
import subprocess
import tempfile

import colour
import markdown
import picture

GROUPS = [("Mechanisms", "models"), ("Contact", "models/contact"),
          ("Bodies that bend", "models/flexible"), ("From the papers", "models/papers"),
          ("ADAMS decks", "models/adams")]
INTRO = {
    "Mechanisms": "To begin with, and to change.",
    "Contact": "What touches: each with a number to check; [Contact](../contact.md) says how it is done.",
    "Bodies that bend": "Beams and frames of them: each with a number to check; [Flexible bodies](../flexible.md) says how they are made.",
    "From the papers": "The experiments of publications, with what they showed and what holds.",
    "ADAMS decks": "Read as they are; [ADAMS decks](../adams.md) says how.",
}
DECK_END = "2"  # a deck does not say how long to run it
VIEW_SIZE = "3"  # [MB] at most, of a moving page


class Model:
    def __init__(self, source, folder, name):
        self.path = f"{folder}/{name}"
        self.deck = not name.endswith(".yaml")
        before = "adams-" if self.deck else "flexible-" if folder == "models/flexible" else ""
        self.name = before + re.sub(r"\.(yaml|adm)$", "", name).replace(".", "-")
        with open(os.path.join(source, self.path), encoding="utf-8") as file:
            self.text = file.read()
        lines = self.text.split("\n")
        mark = "!" if self.deck else "#"
        head = []
        for line in lines[1 if self.deck else 0:]:
            if not line.startswith(mark) or re.match(r"!\s*-{5}", line):
                if head or not self.deck:
                    break
                continue
            head.append(line[1:][1:] if line[1:2] == " " else line[1:])
        self.about = "\n".join(head).strip("\n")
        title = re.search(r"^title: *\"?(.*?)\"?\s*$", self.text, re.M) if not self.deck else None
        self.title = title.group(1) if title else name
        self.svg = self.moving = self.failure = None

    def summary(self):
        """The first sentence of what the file says of itself."""
        text = " ".join(self.about.split("\n\n")[0].split())
        return re.split(r"(?<=\.)\s", text + " ")[0].rstrip(".: ")

    def command(self):
        end = f" --end {DECK_END}" if self.path.endswith(".adm") else ""
        return f"polhode run {self.path}{end} -o out/{self.name}"


def find(source):
    """[(group, [models])]"""
    out = []
    for group, folder in GROUPS:
        names = sorted(n for n in os.listdir(os.path.join(source, folder)) if n.endswith((".yaml", ".adm", ".acf")))
        out.append((group, [Model(source, folder, n) for n in names]))
    return out


def run(model, polhode, source, folder):
    """Runs a model; draws its picture and makes its moving page in `folder`."""
    with tempfile.TemporaryDirectory() as work:
        command = [polhode, "run", os.path.join(source, model.path), "-o", work, "--quiet"]
        if model.path.endswith(".adm"):
            command += ["--end", DECK_END, "--steps", "400"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            model.failure = done.stderr
            return
        bare = os.path.join(work, "bare.html")
        with open(bare, "w", encoding="utf-8") as file:
            file.write("POLHODE_DATA")  # a viewer that is nothing but its data
        data = os.path.join(work, "data.json")
        done = subprocess.run([polhode, "view", work, "-o", data], capture_output=True, text=True,
                              env=dict(os.environ, POLHODE_VIEWER=bare))
        if done.returncode:
            model.failure = done.stderr
            return
        with open(data, encoding="utf-8") as file:
            model.svg = picture.picture(json.load(file), html.escape(model.title))
        page = f"{model.name}.view.html"
        done = subprocess.run([polhode, "view", work, "-o", os.path.join(folder, page), "--size", VIEW_SIZE],
                              capture_output=True, text=True)
        model.moving = page if done.returncode == 0 else None


def run_all(groups, wanted, polhode, source, folder, say):
    models = [m for _, models in groups for m in models if any(fnmatch.fnmatch(m.name, w) for w in wanted)]
    for number, model in enumerate(models):
        say(f"gallery {number + 1}/{len(models)}: {model.name}")
        run(model, polhode, source, folder)
    return [m for m in models if m.failure]


def card(model, root):
    image = model.svg or '<span class="picture"></span>'
    return (f'<li><a href="{root}gallery/{model.name}.html">{image}<b>{html.escape(model.title)}</b>'
            f"<span>{markdown.Page(model.summary()).html.removeprefix('<p>').removesuffix('</p>')}</span></a></li>")


def cards(models, root=""):
    return '<ul class="cards">\n' + "\n".join(card(m, root) for m in models) + "\n</ul>"


def overview(groups, render):
    """The page with all of them; render(markdown) -> Page."""
    page = render("# Gallery\n\nEvery model that comes with polhode. Their pages show them moving: drag to turn, click a body "
                  "for its curves. The pictures are drawn from the same results.")
    parts = [page.html]
    for group, models in groups:
        piece = render(f"## {group}\n\n{INTRO[group]}")
        page.headings += piece.headings
        parts += [piece.html, cards(models, "../")]
    return page.title, "\n".join(parts), page.headings


def model_page(model, render):
    first, _, rest = model.about.partition("\n\n")
    page, more = render(f"# {model.title}\n\n{first}"), render(rest)
    parts = [page.html]
    if model.moving:
        parts.append(f'<iframe class="moving" src="{model.moving}" title="{html.escape(model.title)}, moving" loading="lazy"></iframe>')
        parts.append(f'<p><a href="{model.moving}">The moving page alone</a>, one file that may be kept or sent.</p>')
    elif model.svg:
        parts.append(f'<div class="hero">{model.svg}</div>')
    parts.append(more.html)
    kind = "yaml" if not model.deck else ""
    run_it = f"## Run it\n\n    {model.command()}\n    polhode view out/{model.name}\n"
    if model.deck and model.path.endswith(".adm"):
        run_it += f"    polhode convert {model.path} {model.name}.yaml   # as a model file\n"
    after = render(run_it)
    file = render(f"## The file\n\n`{model.path}`:")
    parts += [after.html, file.html.replace('<a href="' + model.name + '.html">', "").replace("</code></a>", "</code>"),
              colour.block(model.text.rstrip("\n"), kind)]
    return page.title, "\n".join(parts), page.headings + after.headings + file.headings
