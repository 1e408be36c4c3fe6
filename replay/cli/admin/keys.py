"""The command key: the keys of signatures."""

from __future__ import annotations

from typing import Annotated

import typer

from replay.base.i18n import _
from replay.cli.command import ADMIN, Commands
from replay.cli.exits import Exit, Stop
from replay.cli.output import emit, say, talk
from replay.cli.settings import settings

commands = Commands(ADMIN)


@commands.add("key")
def key(
    action: Annotated[str, typer.Argument(help="show yours, or trust somebody else's.")] = "show",
    name: Annotated[str, typer.Argument(help="Whose key it is.")] = "",
    value: Annotated[str, typer.Argument(help="The key: 44 characters.")] = "",
) -> None:
    """Show the key that signs your exports, or trust somebody else's: key trust ana KEY."""
    from replay.files import signing

    if action == "trust":
        signing.trust(name, value)
        talk(_("Signatures of {name} are known from now on.").format(name=name))
        return
    if action != "show":
        raise Stop(Exit.USAGE, _("key takes show or trust, not {text}.").format(text=action))
    mine, others = signing.public(signing.own_key()), signing.trusted()
    if settings.json:
        emit({"key": mine, "trusted": others})
        return
    say(mine)
    for other, known in sorted(others.items()):
        say(f"{other}  {known}")
