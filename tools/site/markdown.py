# SPDX-License-Identifier: BSD-3-Clause
"""markdown.py -- the Markdown of the documents as HTML: headings, paragraphs, lists, tables, code,
quotes, links, pictures, emphasis. No more than they use; HTML in a text is shown as text."""
import html
import re

import colour

FENCE = re.compile(r"^```\s*(\S*)\s*$")
HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*$")
ITEM = re.compile(r"^(\s*)([-*]|\d+\.)\s+(.*)$")
RULE = re.compile(r"^\|?\s*:?-{3,}:?\s*(\|\s*:?-{3,}:?\s*)*\|?\s*$")


def slug(text):
    """The anchor of a heading, made as the usual hosts of repositories make theirs."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"[^\w\- ]", "", text.lower()).strip().replace(" ", "-")


class Page:
    """One text. `link(url)` gives the address a link leads to, `name(url)` the name of its page, to show
    instead of that of a file; `code(text)` the address for a code span that names something with a
    page, or None."""

    def __init__(self, text, link=lambda url: url, code=lambda text: None, name=lambda url: None):
        self.link, self.code, self.name = link, code, name
        self.headings = []  # (level, anchor, html of the text)
        self.anchors = {}
        self.title = None
        text = re.sub(r"<!--.*?-->\n?", "", text, flags=re.S)
        self.html = self.blocks(text.expandtabs(4).split("\n"))

    def anchor(self, text):
        name = slug(text)
        count = self.anchors.get(name, 0)
        self.anchors[name] = count + 1
        return f"{name}-{count}" if count else name

    # -- within a line

    def inline(self, text):
        kept = []

        def keep(piece):
            kept.append(piece)
            return f"\x00{len(kept) - 1}\x00"

        def code(match):
            inside = match.group(2).strip().replace("\\|", "|")
            shown = f"<code>{html.escape(inside, quote=False)}</code>"
            to = self.code(inside)
            return keep(f'<a href="{html.escape(to)}">{shown}</a>' if to else shown)

        def picture(match):
            source = html.escape(self.link(match.group(2)))
            return keep(f'<img src="{source}" alt="{html.escape(match.group(1))}">')

        def link(match):
            to = html.escape(self.link(match.group(2)))
            for inside in re.findall(r"\x00(\d+)\x00", match.group(1)):
                kept[int(inside)] = strip_links(kept[int(inside)])  # no link within a link
            shown = self.name(match.group(2)) if match.group(1).endswith(".md") else None
            return keep(f'<a href="{to}">') + (shown or match.group(1)) + keep("</a>")

        text = re.sub(r"(`+)(.+?)\1", code, text)
        text = re.sub(r"\\([\\`*_{}\[\]()#+\-.!|<>])", lambda m: keep(html.escape(m.group(1))), text)
        text = re.sub(r"!\[([^\]]*)\]\(([^)\s]+)\)", picture, text)
        text = re.sub(r"\[([^\]]+)\]\(([^)\s]+)\)", link, text)
        text = html.escape(text, quote=False)
        text = re.sub(r"\*\*(\S(?:.*?\S)?)\*\*", r"<strong>\1</strong>", text)
        text = re.sub(r"(?<![\w*])\*(\S(?:[^*]*?\S)?)\*(?![\w*])", r"<em>\1</em>", text)
        while "\x00" in text:
            text = re.sub(r"\x00(\d+)\x00", lambda m: kept[int(m.group(1))], text)
        return text

    # -- blocks of lines

    def blocks(self, lines):
        out, at = [], 0
        while at < len(lines):
            line = lines[at]
            if not line.strip():
                at += 1
                continue
            for kind in (self.fence, self.indented, self.heading, self.table, self.quote, self.items):
                piece, after = kind(lines, at)
                if after > at:
                    break
            else:
                piece, after = self.paragraph(lines, at)
            out.append(piece)
            at = after
        return "\n".join(out)

    def fence(self, lines, at):
        match = FENCE.match(lines[at])
        if not match:
            return "", at
        end = at + 1
        while end < len(lines) and not FENCE.match(lines[end]):
            end += 1
        return colour.block("\n".join(lines[at + 1:end]), match.group(1)), end + 1

    def indented(self, lines, at):
        end = at
        while end < len(lines) and (lines[end].startswith("    ") or not lines[end].strip()):
            end += 1
        text = "\n".join(line[4:] for line in lines[at:end]).rstrip("\n")
        return (colour.block(text, "sh"), end) if text else ("", at)

    def heading(self, lines, at):
        match = HEADING.match(lines[at])
        if not match:
            return "", at
        level, text = len(match.group(1)), match.group(2)
        name, shown = self.anchor(text), self.inline(text)
        if level == 1 and self.title is None:
            self.title = re.sub(r"[`*]", "", text)
        self.headings.append((level, name, strip_links(shown)))
        return f'<h{level} id="{name}">{shown} <a class="anchor" href="#{name}" aria-label="link to this heading">#</a></h{level}>', at + 1

    def table(self, lines, at):
        if at + 1 >= len(lines) or "|" not in lines[at] or not RULE.match(lines[at + 1]):
            return "", at
        end = at + 2
        while end < len(lines) and lines[end].lstrip().startswith("|"):
            end += 1
        titles = cells(lines[at])
        head = "".join(f"<th>{self.inline(c)}</th>" for c in titles)
        body = "\n".join(self.row(cells(line), titles) for line in lines[at + 2:end])
        kind = "table many" if len(titles) > 3 else "table"
        return f'<div class="{kind}" tabindex="0"><table><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>', end

    def row(self, row, titles):
        """Cells know the title of their column: on a narrow screen they stand below each other."""
        titles = [html.escape(re.sub(r"[`*]", "", t)) for t in titles] + [""] * len(row)
        return "<tr>" + "".join(f'<td data-title="{t}">{self.inline(c)}</td>' for c, t in zip(row, titles)) + "</tr>"

    def quote(self, lines, at):
        end = at
        while end < len(lines) and lines[end].startswith(">"):
            end += 1
        if end == at:
            return "", at
        inside = self.blocks([re.sub(r"^>\s?", "", line) for line in lines[at:end]])
        return f"<blockquote>{inside}</blockquote>", end

    def items(self, lines, at):
        first = ITEM.match(lines[at])
        if not first:
            return "", at
        ordered = first.group(2)[0].isdigit()
        margin, items, end = len(first.group(1)), [], at
        while end < len(lines):
            match = ITEM.match(lines[end])
            if match and len(match.group(1)) == margin and match.group(2)[0].isdigit() == ordered:
                items.append([match.group(3)])
                inner = len(lines[end]) - len(match.group(3))
            elif not lines[end].strip():
                following = lines[end + 1] if end + 1 < len(lines) else ""
                again = ITEM.match(following)
                if not (following.startswith(" " * (margin + 2)) or again and len(again.group(1)) == margin):
                    break
                items[-1].append("")
            else:
                text, cut = lines[end], 0
                while cut < inner and cut < len(text) and text[cut] == " ":
                    cut += 1
                if cut <= margin and (HEADING.match(text) or FENCE.match(text) or not lines[end - 1].strip()):
                    break
                items[-1].append(text[cut:])
            end += 1
        tag = "ol" if ordered else "ul"
        return f"<{tag}>\n" + "\n".join(f"<li>{self.item(lines)}</li>" for lines in items) + f"\n</{tag}>", end

    def item(self, lines):
        shown = self.blocks(lines)
        if shown.startswith("<p>") and shown.count("<p>") == 1:
            shown = shown.replace("<p>", "", 1).replace("</p>", "", 1)
        return shown

    def paragraph(self, lines, at):
        end = at + 1
        while end < len(lines) and lines[end].strip() and not (
                FENCE.match(lines[end]) or HEADING.match(lines[end]) or
                (ITEM.match(lines[end]) and not lines[end].startswith(" "))):
            end += 1
        return f"<p>{self.inline(' '.join(line.strip() for line in lines[at:end]))}</p>", end


def cells(line):
    line = line.strip()
    line = line[1:] if line.startswith("|") else line
    line = line[:-1] if line.endswith("|") and not line.endswith("\\|") else line
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)]


def strip_links(text):
    return re.sub(r"</?a\b[^>]*>", "", text)
