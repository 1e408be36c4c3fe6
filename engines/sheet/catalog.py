"""What lies in the box of a sheet: its pieces."""

from __future__ import annotations

from engines.sheet.format import Sheet
from engines.values import Piece


def list_pieces() -> tuple[Piece, ...]:
    """Return no pieces: a sheet has its own, see `list_sheet_pieces`."""
    return ()


def list_sheet_pieces(sheet: Sheet) -> tuple[Piece, ...]:
    """Return the pieces that a sheet declares."""
    return tuple(
        Piece(piece.id, "piece", piece.supply if isinstance(piece.supply, int) else 0, {})
        for piece in sheet.pieces
    )
