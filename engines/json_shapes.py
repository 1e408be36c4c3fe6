"""Compare parsed JSON with a type, and find every misfit.

Decoding with msgspec stops at the first misfit. A file written by hand needs all of them, each
with what is expected there, in the language of its author.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec import inspect

from engines.values import Path, Problem

KINDS: Final[dict[type[inspect.Type], tuple[str, type | tuple[type, ...]]]] = {
    inspect.StrType: ("shape.text", str),
    inspect.IntType: ("shape.number", int),
    inspect.BoolType: ("shape.truth", bool),
    inspect.NoneType: ("shape.nothing", type(None)),
    inspect.VarTupleType: ("shape.list", list),
    inspect.DictType: ("shape.object", dict),
    inspect.StructType: ("shape.object", dict),
}
"""For each type: the key of its name, and the Python types into which its JSON is parsed."""


def find_misfits(content: Any, wanted: type[Any], path: Path = ()) -> Iterator[Problem]:
    """Yield a problem for every part of `content` that does not have the shape of `wanted`.

    `path` is the position of `content` in its file.
    """
    yield from _find_misfits(content, inspect.type_info(wanted), path)


def _find_misfits(content: Any, wanted: inspect.Type, path: Path) -> Iterator[Problem]:
    if isinstance(wanted, inspect.UnionType):
        yield from _union(content, wanted, path)
    elif isinstance(wanted, inspect.LiteralType):
        if content not in wanted.values:
            yield make_word_problem("shape.value", path, content, map(str, wanted.values))
    elif not _is_kind(content, wanted):
        yield Problem(
            path, "shape.kind", {"expected": name_kind(wanted), "given": shorten(content)}
        )
    elif isinstance(wanted, inspect.IntType):
        yield from _range(content, wanted, path)
    elif isinstance(wanted, inspect.StructType):
        yield from _fields(content, wanted, path)
    elif isinstance(wanted, inspect.VarTupleType):
        for number, each in enumerate(content):
            yield from _find_misfits(each, wanted.item_type, (*path, number))
    elif isinstance(wanted, inspect.DictType):
        for key, each in content.items():
            yield from _find_misfits(each, wanted.value_type, (*path, key))


def _range(content: int, wanted: inspect.IntType, path: Path) -> Iterator[Problem]:
    least, most = wanted.ge, wanted.le
    if least is not None and most is not None and not least <= content <= most:
        data = {"given": shorten(content), "least": least, "most": most}
        yield Problem(path, "shape.range", data)


def _union(content: Any, wanted: inspect.UnionType, path: Path) -> Iterator[Problem]:
    """Yield the misfits of a union: structs told apart by their tag, types of different kinds, or
    one type and None."""
    if content is None and wanted.includes_none:
        return
    some = [each for each in wanted.types if not isinstance(each, inspect.NoneType)]
    if len(some) == 1:
        yield from _find_misfits(content, some[0], path)
        return
    if not all(isinstance(each, inspect.StructType) for each in some):
        fitting = next((each for each in some if _is_kind(content, each)), None)
        if fitting is None:
            data = {"expected": [name_kind(each) for each in some], "given": shorten(content)}
            yield Problem(path, "shape.kind", data)
        else:
            yield from _find_misfits(content, fitting, path)
        return
    structs = {str(s.tag): s for s in some if isinstance(s, inspect.StructType)}
    field = next(s.tag_field or "" for s in structs.values())
    if not isinstance(content, dict):
        expected = name_kind(next(iter(structs.values())))
        yield Problem(path, "shape.kind", {"expected": expected, "given": shorten(content)})
    elif field not in content:
        yield Problem(path, "shape.missing", {"fields": field})
    elif str(content[field]) not in structs:
        yield make_word_problem("shape.value", (*path, field), content[field], structs)
    else:
        yield from _fields(content, structs[str(content[field])], path)


def _fields(content: dict[str, Any], wanted: inspect.StructType, path: Path) -> Iterator[Problem]:
    known = {field.encode_name: field for field in wanted.fields}
    missing = [name for name, field in known.items() if field.required and name not in content]
    if missing:
        yield Problem(path, "shape.missing", {"fields": ", ".join(missing)})
    for name, value in content.items():
        if name in known:
            yield from _find_misfits(value, known[name].type, (*path, name))
        elif name != wanted.tag_field:
            yield make_word_problem("shape.field", (*path, name), name, known)


def make_word_problem(key: str, path: Path, given: Any, expected: Iterable[str]) -> Problem:
    """Return the problem of a word `given` that is none of the `expected` ones."""
    words = tuple(expected)
    near = words if isinstance(given, str) else ()
    data = {"given": shorten(given), "expected": ", ".join(words)}
    return Problem(path, key, data, word=str(given), near=near)


def _is_kind(content: Any, wanted: inspect.Type) -> bool:
    kind = KINDS[type(wanted)][1]
    return isinstance(content, kind) and (isinstance(content, bool) <= (kind is bool))


def name_kind(wanted: inspect.Type) -> str:
    """Return the key of the name of a type in JSON."""
    return KINDS[type(wanted)][0]


MOST_SHOWN: Final = 40


def shorten(content: Any) -> str:
    """Return `content` as a text of at most `MOST_SHOWN` characters."""
    text = f"“{content}”" if isinstance(content, str) else repr(content)
    text = {"None": "null", "True": "true", "False": "false"}.get(text, text)
    return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 1]}…"
