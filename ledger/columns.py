"""The types of columns, the same for the models and for the migrations."""

from __future__ import annotations

from typing import Any, Final

import sqlalchemy as sa

TEXT: Final[sa.types.TypeEngine[Any]] = sa.String().with_variant(
    sa.String(collation="C"), "postgresql"
)
"""A text, in the order of its bytes on every server."""

NUMBER: Final[sa.types.TypeEngine[Any]] = sa.Integer().with_variant(sa.BigInteger(), "postgresql")
"""An integer, as large as SQLite keeps them."""
