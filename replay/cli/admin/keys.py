"""The command key: the keys of signatures."""

from __future__ import annotations

from typing import Annotated

import typer

from replay.base.i18n import _
from replay.cli.command import ADMIN, Commands
from replay.cli.exits import Exit, Stop
from replay.cli.output import Shown

commands = Commands(ADMIN)


@commands.add("key")
def key(
    action: Annotated[str, typer.Argument(help="show yours, or trust somebody else's.")] = "show",
    name: Annotated[str, typer.Argument(help="Whose key it is.")] = "",
    value: Annotated[str, typer.Argument(help="The key: 44 characters.")] = "",
    replace: Annotated[
        bool, typer.Option("--replace", help="In place of the key that NAME has.")
    ] = False,
) -> Shown:
    """Show the key that signs your exports, or trust somebody else's.

    foldtable key trust ana KEY
    """
    from replay.files import signing

    if action == "trust":
        signing.trust_key(name, value, replace=replace)
        text = _("Signatures of {name} are known from now on.")
        return Shown({"trusted": name}, remarks=[text.format(name=name)])
    if action != "show":
        raise Stop(Exit.USAGE, "key takes show or trust, not {text}.", text=action)
    mine, others = signing.encode_public_key(signing.load_own_key()), signing.load_trusted_keys()
    listed = (f"{other}  {known}" for other, known in sorted(others.items()))
    return Shown({"key": mine, "trusted": others}, [mine, *listed])
