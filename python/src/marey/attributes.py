"""The player's options: the attributes of `<marey-player>`, as its manifest lists them."""

from __future__ import annotations

import difflib
import json
import re
from functools import lru_cache
from importlib.resources import files
from typing import Any, Dict, List, Optional

#: Attributes that have an argument of their own, or no meaning where the clip is in the page.
ELSEWHERE = {
    "src": "the first argument",
    "skeleton": "the first argument, as one of a list of files",
    "skin": "the first argument, as one of a list of files",
    "loading": None,
    "preload": None,
    "crossorigin": None,
}


@lru_cache(maxsize=None)
def known() -> Dict[str, str]:
    """The attributes with their types in the manifest's notation."""
    manifest = json.loads((files(__package__) / "custom-elements.json").read_text("utf-8"))
    attributes = manifest["modules"][0]["declarations"][0]["attributes"]
    return {each["name"]: each["type"]["text"] for each in attributes}


def attributes(options: Dict[str, Any]) -> Dict[str, Optional[str]]:
    """Attributes for HTML, None for those without a value. Options are named as in Python: in_place, loop_mode."""
    result: Dict[str, Optional[str]] = {}
    for option, value in options.items():
        name = option.replace("_", "-")
        if name not in known():
            raise TypeError(f"there is no option {option!r}{_near(option)}")
        if name in ELSEWHERE:
            instead = ELSEWHERE[name]
            raise TypeError(f"{option!r} is not an option here{': give it as ' + instead if instead else ''}")
        if value is None:
            continue
        kind = known()[name]
        allowed = re.findall(r'"([^"]*)"', kind)
        if kind.startswith("boolean"):
            # Some switches take words, too: loop="pingpong".
            if isinstance(value, (bool, int)):
                if value:
                    result[name] = None
                continue
            if not allowed:
                raise TypeError(f"{option} takes True or False, and is {value!r}")
        elif isinstance(value, bool):
            # follow=True means follow="on".
            value = "on" if value else "off"
        if allowed and str(value) not in allowed:
            switch = "True, False, " if kind.startswith("boolean") else ""
            raise ValueError(f"{option} takes {switch}{_listed(sorted(allowed))}, and is {value!r}")
        result[name] = _text(value, kind)
    return result


def _text(value: Any, kind: str) -> str:
    """The attribute's text of a value; kind: the attribute's type. Lists have what the attribute has between its parts."""
    if "[]" in kind and not isinstance(value, str) and hasattr(value, "__iter__"):
        return (", " if "string[]" in kind else " ").join(str(each) for each in value)
    return "all" if isinstance(value, float) and value == float("inf") else str(value)


def _near(option: str) -> str:
    names = [name.replace("-", "_") for name in known() if name not in ELSEWHERE]
    close = difflib.get_close_matches(option, names, 1)
    return f"; did you mean {close[0]!r}?" if close else f". There are {', '.join(sorted(names))}"


def _listed(words: List[str]) -> str:
    quoted = [repr(word) for word in words if word]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"
