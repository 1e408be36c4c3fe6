"""The sheets that ship, and the check of those that owners write."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec

from engines.sheet.format import FORMAT, Sheet
from engines.sheet.names import list_called
from engines.sheet.table import BLANK, OPTION
from engines.sheet.validity import check_content
from engines.values import Problem, SheetInfo, SheetListing

FOLDER: Final = files("engines.sheet") / "sheets"
"""Where the sheets lie that ship: a file each, and an index of their names."""


class SheetFiles:
    """The sheets of this engine, as `engines.protocol.Sheets` describes them."""

    format: Final = FORMAT
    option: Final = OPTION

    def list_shipped(self) -> Mapping[str, SheetListing]:
        """Return what is listed of each sheet that ships, by id. Only the index is read."""
        return read_index()

    def find_file(self, game: str) -> str:
        """Return the path of the file of a sheet that ships."""
        return str(FOLDER / f"{game}.toml")

    def read_shipped(self, game: str) -> Any:
        """Return the content of a sheet that ships."""
        return read_shipped(game)

    def make_blank(self, game: str, name: str) -> Any:
        """Return the content of a blank sheet for a game of this name."""
        return {**BLANK, "id": game, "names": {"en": name, "ko": name}}

    def check(self, content: Any) -> tuple[SheetInfo | None, tuple[Problem, ...]]:
        """Return the sheet in parsed TOML or JSON, None where a problem is grave; and all
        problems."""
        sheet, problems = check_content(content)
        return (None if sheet is None else describe_sheet(sheet)), problems


def describe_sheet(sheet: Sheet) -> SheetInfo:
    """Return what is listed of a sheet and kept with a match."""
    names = {"en": sheet.names.en or sheet.names.ko, "ko": sheet.names.ko or sheet.names.en}
    called = list_called(sheet.names, sheet.id, sheet.also)
    content = msgspec.to_builtins(sheet)
    return SheetInfo(sheet.id, names, called, sheet.seats, sheet.version, content)


@cache
def read_index() -> Mapping[str, SheetListing]:
    """Return what is listed of each sheet that ships."""
    index = json.loads((FOLDER / "index.json").read_text(encoding="utf-8"))
    return {
        game: SheetListing(
            game,
            {
                "en": each["names"].get("en") or each["names"]["ko"],
                "ko": each["names"].get("ko") or each["names"]["en"],
            },
            tuple(dict.fromkeys((game, *each["names"].values(), *each["also"]))),
            tuple(each["seats"]),
        )
        for game, each in index.items()
    }


@cache
def read_shipped(game: str) -> Any:
    """Return the content of a sheet that ships, as its file has it."""
    return tomllib.loads((FOLDER / f"{game}.toml").read_text(encoding="utf-8"))


sheets: Final = SheetFiles()
