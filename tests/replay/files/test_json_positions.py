"""Tests of parsing JSON with the place of every value in the text."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.files.json_positions import MalformedJson, find_line_and_column, parse_located

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


@given(VALUES, st.sampled_from([None, 1]))
def test_what_json_parses_is_parsed_alike(value: Any, indent: int | None) -> None:
    """Whatever can be written as JSON is read back the same."""
    text = json.dumps(value, indent=indent)
    if "Infinity" not in text:
        assert parse_located(text).content == json.loads(text)


@given(TEXTS)
def test_what_json_refuses_is_refused(text: str) -> None:
    """The error has the offset of the fault."""
    try:
        json.loads(text, parse_constant=refuse_constant)
    except ValueError:
        with pytest.raises(MalformedJson) as caught:
            parse_located(text)
        assert 0 <= caught.value.offset <= len(text)
    else:
        parse_located(text)


def refuse_constant(constant: str) -> None:
    """Raise ValueError for NaN and Infinity, which are no JSON."""
    raise ValueError(constant)


def test_every_value_has_its_offset() -> None:
    """A field is where its name is, an item where it begins, the whole at its first sign."""
    text = ' {"a": [10, {"b": null}],\n  "c": "é"}'
    located = parse_located(text)
    found = {path: text[offset:][:4] for path, offset in located.offsets.items()}
    assert found == {
        (): '{"a"',
        ("a",): '"a":',
        ("a", 0): "10, ",
        ("a", 1): '{"b"',
        ("a", 1, "b"): '"b":',
        ("c",): '"c":',
    }
    assert find_line_and_column(text, located.find_offset(("c",))) == (2, 3)
    for beyond in (("gone",), ("gone", 3)):
        path = ("a", 1, "b", *beyond)
        assert located.find_offset(path) == located.find_offset(("a", 1, "b"))


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("", ""),
        ("[1, 2", ""),
        ('{"a": 1,}', "}"),
        ("[1,]", "]"),
        ("{a: 1}", "a: 1}"),
        ("[1] x", "x"),
        ("[01]", "1]"),
        ("[NaN]", "NaN]"),
        ("['a']", "'a']"),
        ('["a\nb"]', '\nb"]'),
        ('["\\ud800"]', '\\ud800"]'),
        ('["a\\q"]', '\\q"]'),
        ('["a\\u12x4"]', '\\u12x4"]'),
        ('["ab', '"ab'),
        ('{"a" 1}', "1}"),
        (f"[{'9' * 5000}]", f"{'9' * 5000}]"),
    ],
)
def test_an_error_points_at_the_first_fault(text: str, rest: str) -> None:
    """The offset is that of the first character that does not fit."""
    with pytest.raises(MalformedJson) as caught:
        parse_located(text)
    assert text[caught.value.offset :] == rest


def test_a_field_that_is_there_twice_is_refused() -> None:
    """Otherwise the second one would silently replace the first."""
    with pytest.raises(MalformedJson) as caught:
        parse_located('{"a": 1, "b": 2, "a": 3}')
    assert (caught.value.duplicate, caught.value.offset) == ("a", 17)


def test_deep_nesting_is_refused() -> None:
    """Parsing does not run out of stack."""
    with pytest.raises(MalformedJson):
        parse_located("[" * 100_000)
