"""A hook for MkDocs: `::: gallery motions` and `:::` show the gallery in docs/motions/."""

import re

from mkdocs.utils import get_relative_url


def on_page_markdown(markdown, page, **_):
    def frame(found):
        source = get_relative_url(f"{found[1]}/index.html", page.url)
        return f'<iframe class="gallery" src="{source}" title="Clips" loading="lazy"></iframe>'

    return re.sub(r"^::: gallery ([\w/-]+)\s*\n:::[ \t]*$", frame, markdown, flags=re.MULTILINE)
