"""Markdown: a text that says just what it says, whatever stands in it."""

from __future__ import annotations

import re
from typing import Any, Final

from replay.base.terminal_text import clean_line

SPECIAL: Final = re.compile(r"[\\`*\[\]|]|(?<!\w)_|_(?!\w)")
"""What has a meaning in a line of Markdown."""

BEGINNING: Final = re.compile(r"^(?:[#=~]|[+-](?!\d)|\d+(?=[.)]))")
"""What has a meaning at the beginning of a line of Markdown."""


def escape_markdown(value: Any) -> Any:
    r"""Return a text as one line of Markdown that says just this; anything else as it is.

    >>> print(escape_markdown("<b> [x](javascript:y)"))
    &lt;b&gt; \[x\](javascript:y)
    >>> print(escape_markdown("# no heading"))
    \# no heading
    """
    from markupsafe import Markup

    if not isinstance(value, str) or isinstance(value, Markup):
        return value
    text = SPECIAL.sub(lambda found: f"\\{found[0]}", clean_line(value))
    text = BEGINNING.sub(
        lambda found: f"{found[0]}\\" if found[0].isdigit() else f"\\{found[0]}", text
    )
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
