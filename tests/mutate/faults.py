"""Small faults: where one can be planted in a file, and the file's text with it."""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

FLIPPED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
"""What a comparison becomes: the same but for one value, or the opposite."""

WORD: Final = re.compile(r"[\w.:-]+")
"""A text that is an id, a key or a sign, and no sentence."""

STOPPING = ast.Continue | ast.Break | ast.Raise
"""Statements after which the next ones are not reached; a return of nothing is another."""

SCOPES = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Fault(NamedTuple):
    """A fault in a file: its line, the function around it, what it does, the text with it."""

    path: Path
    line: int
    function: str
    what: str
    text: str

    def diff(self, sound: str) -> str:
        """Return the lines that the fault changes, as a patch of the sound text."""
        before, after = (text.splitlines(keepends=True) for text in (sound, self.text))
        names = f"a/{self.path}", f"b/{self.path}"
        return "".join(difflib.unified_diff(before, after, *names, n=2))


class Place(NamedTuple):
    """Where a fault can be planted: the number of a node, its line, the function around it."""

    number: int
    line: int
    function: str


def list_places(text: str, containing: str = "") -> list[Place]:
    """Return where faults can be planted in a text, in statements that contain some text."""
    tree = ast.parse(text)
    silent = set(list_silent_nodes(tree))
    functions = name_functions(tree)
    return [
        Place(number, getattr(node, "lineno", 0), functions.get(node, ""))
        for number, node in enumerate(ast.walk(tree))
        if node not in silent and can_take_fault(node)
        if containing in ast.unparse(node)
    ]


def name_functions(tree: ast.Module) -> dict[ast.AST, str]:
    """Return the qualified name of the function around each node, as code objects have it."""
    names: dict[ast.AST, str] = {}

    def enter(node: ast.AST, inside: str, within: str) -> None:
        for child in ast.iter_child_nodes(node):
            names[child] = inside
            if isinstance(child, SCOPES):
                name = within + child.name
                if isinstance(child, ast.ClassDef):
                    enter(child, inside, f"{name}.")
                else:
                    enter(child, name, f"{name}.<locals>.")
            else:
                enter(child, inside, within)

    enter(tree, "", "")
    return names


def list_silent_nodes(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the nodes that say nothing when the program runs: docstrings, types, parts of texts."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant()):
                yield node.value
            case ast.FunctionDef(returns=types) | ast.arg(annotation=types) if types is not None:
                yield from ast.walk(types)
            case ast.AnnAssign(annotation=types):
                yield from ast.walk(types)
            case ast.Assign(value=ast.BinOp(op=ast.BitOr()) | ast.Subscript() as types):
                yield from ast.walk(types)
            case ast.JoinedStr(values=parts):
                yield from parts
            case ast.ClassDef(keywords=settings):
                yield from (inner for each in settings for inner in ast.walk(each))
            case ast.Subscript(value=ast.Name(id="Literal")):
                yield from ast.walk(node)
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                yield from ast.walk(node)
            case ast.Call(func=ast.Name(id="TypeVar" | "cast" | "NewType")):
                yield from ast.walk(node)


def can_take_fault(node: ast.AST) -> bool:
    """Return whether a fault can be planted at a node of a syntax tree."""
    match node:
        case ast.Expr(value=ast.Yield() | ast.YieldFrom() | ast.Call()):
            return True
        case ast.Constant(value=int()):
            return True
        case ast.Constant(value=str(value)):
            return WORD.fullmatch(value) is not None
        case ast.Call(func=ast.Name(id="min" | "max")):
            return False
        case ast.Call(args=[one, other, *_]):
            return ast.dump(one) != ast.dump(other) and not isinstance(one, ast.Starred)
        case ast.UnaryOp(op=ast.Not()) | ast.BinOp(op=ast.Add() | ast.Sub()):
            return True
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            return True
        case ast.Return(value=value):
            return value is None
    return isinstance(node, ast.Compare | ast.BoolOp | ast.AugAssign | STOPPING)


def plant_fault(path: Path, text: str, number: int) -> Fault:
    """Return the fault at a node of a file's text. The rest of the text stays as it is."""
    tree = ast.parse(text)
    nodes = list(ast.walk(tree))
    node = nodes[number]
    place = find_replaced(tree, node)
    function = name_functions(tree).get(node, "")
    what = plant_in_constant(node, number, list_words(nodes)) or plant_in_expression(node)
    if isinstance(place, ast.expr):
        new = f"({ast.unparse(place)})"
    else:
        what, new = f"dropped: {ast.unparse(node)}", drop(node)
    return Fault(path, getattr(node, "lineno", 0), function, what, splice(text, place, new))


def list_words(nodes: Sequence[ast.AST]) -> list[str]:
    """Return the ids, keys and signs among some nodes."""
    texts = [node.value for node in nodes if isinstance(node, ast.Constant)]
    return [text for text in texts if isinstance(text, str) and WORD.fullmatch(text)]


def find_replaced(tree: ast.Module, node: ast.AST) -> ast.stmt | ast.expr:
    """Return the node whose text is replaced: a text that is put together is, as a whole."""
    for outer in ast.walk(tree):
        if isinstance(outer, ast.JoinedStr) and any(each is node for each in ast.walk(outer)):
            return outer
    assert isinstance(node, ast.stmt | ast.expr)
    return node


def splice(text: str, node: ast.stmt | ast.expr, new: str) -> str:
    """Return a text in which a node reads otherwise."""
    lines = text.encode().splitlines(keepends=True)
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    before = b"".join(lines[: node.lineno - 1]) + lines[node.lineno - 1][: node.col_offset]
    after = lines[node.end_lineno - 1][node.end_col_offset :] + b"".join(lines[node.end_lineno :])
    return (before + new.encode() + after).decode()


def plant_in_constant(node: ast.AST, number: int, texts: Sequence[str]) -> str:
    """Change a constant in place and return what was done, "" where there is none.

    A text becomes another one of the same file.
    """
    match node:
        case ast.Constant(value=bool(value)):
            node.value = not value
            return f"now {node.value}"
        case ast.Constant(value=int(value)):
            node.value = value + (1 if number % 2 else -1)
            return f"off by one: {node.value} for {value}"
        case ast.Constant(value=str(value)):
            others = [text for text in texts if text != value] or ["another"]
            node.value = others[number % len(others)]
            return f"another constant: {node.value!r} for {value!r}"
    return ""


def plant_in_expression(node: ast.AST) -> str:
    """Change an expression in place and return what was done, "" where nothing can be."""
    match node:
        case ast.Compare(ops=[op, *_]):
            flipped = FLIPPED[type(op)]
            node.ops[0] = flipped()
            return f"comparison flipped to {flipped.__name__}: {ast.unparse(node)}"
        case ast.BoolOp(op=op):
            node.op = ast.And() if isinstance(op, ast.Or) else ast.Or()
            return f"and/or exchanged: {ast.unparse(node)}"
        case ast.UnaryOp(op=ast.Not()):
            node.operand = ast.UnaryOp(ast.Not(), node.operand)
            return f"not left out: {ast.unparse(node)}"
        case ast.BinOp(op=op):
            node.op = ast.Sub() if isinstance(op, ast.Add) else ast.Add()
            return f"plus/minus exchanged: {ast.unparse(node)}"
        case ast.Call(args=[one, other, *others]):
            node.args = [other, one, *others]
            return f"arguments exchanged: {ast.unparse(node)}"
    return ""


def drop(node: ast.AST) -> str:
    """Return what stands in the place of a statement that does nothing any more.

    A function that yields still yields: nothing.
    """
    match node:
        case ast.Expr(value=ast.Yield() | ast.YieldFrom()):
            return "yield from ()"
        case ast.AugAssign(target=target):
            return f"{ast.unparse(target)} += 0"
        case ast.Assign(value=value):
            return f"_ = {ast.unparse(value)}"
    return "pass"
