"""The filing as one HTML file that loads nothing: the same content as the PDF, for a screen or an archive."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from upcard.paper.filing import SIGNATURES, SIGNED_WITH, Filing
from upcard.table import Status

_STYLE = """
:root{color-scheme:light}
body{font:15px/1.5 system-ui,sans-serif;color:#1d1f24;max-width:62rem;margin:2rem auto;padding:0 1.2rem;background:#fff}
h1,h2{font-family:Georgia,serif;color:#0f6a45}
h1{margin:.2rem 0}
h3{margin:1.2rem 0 .3rem}
header p{color:#5d6066;margin:.2rem 0}
.verdict{padding:.8rem 1rem;border-left:4px solid;font-weight:600;background:#f3f8f5;color:#0b5639}
.unlawful{background:#fbf1f2;color:#a3202c}
.not-shown{background:#fbf6e9;color:#7a5410}
.unlawful h2{color:inherit;margin:0}
.table{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.9rem;margin:.4rem 0 1rem}
th{text-align:left;background:#f6f2e9;border-bottom:1px solid #5d6066}
th,td{padding:.3rem .5rem;vertical-align:top;border-bottom:1px solid #cfc8b8;overflow-wrap:anywhere}
.sign{display:grid;grid-template-columns:1fr 1fr .7fr;gap:0 1.5rem}
.sign span{border-top:1px solid;margin-top:2.6rem;font-size:.8rem;color:#5d6066}
footer{font-size:.8rem;color:#5d6066;border-top:1px solid #cfc8b8;margin-top:2rem;overflow-wrap:anywhere}
.across{position:fixed;inset:0;display:grid;place-items:center;pointer-events:none;font-size:min(7vw,5rem);
white-space:nowrap;font-weight:700;color:#a3202c47;transform:rotate(-24deg)}
@media print{body{margin:0;max-width:none}tr,.sign{break-inside:avoid}}
"""

_VERDICT_STYLES = {Status.LAWFUL.value: "", Status.NOT_SHOWN.value: " not-shown", Status.UNLAWFUL.value: " unlawful"}


def filing_html(report: Filing) -> str:
    """Return a filing as an HTML document."""
    head = report.head
    title = f"{head.title}, {head.subject}"
    return (
        '<!DOCTYPE html>\n<html lang="en-US">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(_parts(report))
        + "\n</body>\n</html>\n"
    )


def _parts(report: Filing) -> Iterator[str]:
    head = report.head
    yield (
        f"<header><p>{escape(head.subject)}</p><h1>{escape(head.title)}</h1>"
        f"<p>Under {escape(head.under)}, {escape(head.dated)}.</p></header>\n<main>"
    )
    if head.violations:
        yield f'<div class="across" aria-hidden="true">{escape(head.unlawful)}</div>'
        listed = _list(head.violations)
        yield f'<section class="verdict unlawful"><h2>{escape(head.unlawful)}</h2>{listed}</section>'
    yield f'<p class="verdict{_VERDICT_STYLES[report.status]}">{escape(report.verdict)}</p>'
    yield _table(("What was filed", ""), report.facts)
    yield "<h2>What is posted</h2>"
    yield from (_table((heading, ""), lines) for heading, lines in report.posted)
    yield "<h2>Findings</h2>"
    nothing = "<p>Nothing was found that violates a rule, is likely to, or cannot be verified.</p>"
    yield _table(("Verdict", "Line", "Finding", "Paragraph"), report.findings) if report.findings else nothing
    yield "<h2>Checked and passed</h2>"
    for heading, needs in report.passed:
        rows = [(need.what, need.cite, need.standing, need.states) for need in needs]
        yield f"<h3>{escape(heading)}</h3>" + _table(("Requirement", "Paragraph", "Known by", "The table"), rows)
    yield f"<h3>Other checks that passed</h3>{_list(report.nothing_found)}"
    yield "<h2>Readings relied on</h2>"
    yield _table(("No.", "Reading", "This table"), report.readings) if report.readings else "<p>None.</p>"
    yield "<h2>Not stated</h2>"
    yield _list(report.not_stated) if report.not_stated else "<p>The file states everything that can be checked.</p>"
    if report.by_default:
        yield f"<h3>Taken at its default</h3>{_list(report.by_default)}"
    if report.unrecognized:
        yield f"<h3>Not asked for by any rule, perhaps misspelled</h3>{_list(report.unrecognized)}"
    yield "<h2>Signatures</h2>"
    for who in SIGNATURES:
        places = "".join(f"<span>{escape(words)}</span>" for words in SIGNED_WITH)
        yield f'<h3>{escape(who)}</h3><div class="sign">{places}</div>'
    yield (
        f"</main>\n<footer><p>{escape(head.version)} · {escape(head.under)} · {escape(head.dated)}<br>"
        f"fingerprint {head.fingerprint}</p></footer>"
    )


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    heads = "".join(f'<th scope="col">{escape(word)}</th>' for word in header)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>\n" for row in rows)
    return f'<div class="table"><table><thead><tr>{heads}</tr></thead>\n<tbody>\n{body}</tbody></table></div>'


def _list(items: Iterable[str]) -> str:
    return "<ul>" + "".join(f"<li>{escape(item)}</li>" for item in items) + "</ul>"
