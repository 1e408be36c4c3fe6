"""A PostgreSQL server of the tests' own: in a temporary folder, reached through a socket in it.

`python -m tests.postgres --write` writes how everything in a new ledger is defined.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path

import psycopg

from ledger.location import Server
from ledger.postgres_schema import DEFINITIONS, read_definitions
from ledger.store import Ledger

USER = "postgres"
NOBODY = 65534


@cache
def find_programs() -> Path | None:
    """Return the folder of the programs of a server, None if the machine has none."""
    found = shutil.which("postgres")
    folders = [Path(found).resolve().parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((each for each in folders if (each / "pg_dump").is_file()), None)


def find_schema(where: Server) -> str:
    """Return the schema in which a ledger is."""
    return where.url.rpartition("%3D")[2]


class PostgresServer:
    """A running server. Every ledger in it has a schema of its own."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder = folder
        self.programs = programs
        self._numbers = count(1)

    def run(self, program: str, *arguments: str) -> None:
        """Run a program of the server. The superuser may not: then another user does."""
        command: Sequence[str] = [str(self.programs / program), "-D", f"{self.folder}/data"]
        if os.geteuid() == 0:
            user = [f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
            command = ["setpriv", *user, *command]
        output = self.folder / f"{program}.txt"
        with output.open("a") as written:  # a pipe would wait for the server to end
            done = subprocess.run(
                [*command, *arguments], cwd=self.folder, stdout=written, stderr=written
            )
        assert done.returncode == 0, output.read_text()

    def start(self) -> None:
        """Start the server. Commits need not reach the disk."""
        options = f"-k {self.folder} -h '' -c fsync=off -c full_page_writes=off"
        self.run("pg_ctl", "start", "-w", "-l", f"{self.folder}/log", "-o", options)

    def stop(self, mode: str = "immediate") -> None:
        """Stop the server: `fast` ends all connections in order, `immediate` does not."""
        self.run("pg_ctl", "stop", "-w", "-m", mode)

    def find(self, schema: str = "public", **parameters: str) -> Server:
        """Return where the tables of a schema are."""
        more = "".join(f"&{name}={value}" for name, value in parameters.items())
        path = f"options=-csearch_path%3D{schema}"
        return Server(f"postgresql://{USER}@/postgres?host={self.folder}&{path}{more}")

    def execute(self, statements: str) -> None:
        """Carry out statements in no ledger's schema."""
        with psycopg.connect(self.find().url, autocommit=True) as connection:
            connection.execute(statements.encode())

    def create(self) -> Server:
        """Return where a new schema is."""
        name = f"ledger_{next(self._numbers)}"
        self.execute(f"CREATE SCHEMA {name}")
        return self.find(name)

    def fill(self, where: Server, dump: str) -> None:
        """Make an empty schema a copy of another one."""
        self.execute(f"SET search_path = {find_schema(where)}; {dump}")

    def dump_schema(self, where: Server) -> str:
        """Return statements that create the tables of a ledger and fill them."""
        name = find_schema(where)
        how = ("--inserts", "--no-owner", f"--schema={name}", f"--dbname={self.find().url}")
        program = str(self.programs / "pg_dump")
        done = subprocess.run([program, *how], capture_output=True, text=True, check=True)
        lines = done.stdout.replace(f"{name}.", "").splitlines()
        return "\n".join(
            line
            for line in lines
            if not line.startswith(("SELECT pg_catalog.set_config", "CREATE SCHEMA", "\\"))
        )


@contextmanager
def open_server() -> Iterator[PostgresServer]:
    """Let a server run. Its folder has a short name: that of a socket may not be long."""
    programs = find_programs()
    assert programs is not None
    with tempfile.TemporaryDirectory(prefix="pg", dir="/tmp") as made:
        folder = Path(made)
        if os.geteuid() == 0:
            os.chown(folder, NOBODY, NOBODY)
        server = PostgresServer(folder, programs)
        initial = ("--auth=trust", f"--username={USER}", "--encoding=UTF8", "--no-sync")
        server.run("initdb", *initial, "--locale=C.UTF-8")
        server.start()
        try:
            yield server
        finally:
            server.stop()


def write_definitions() -> None:
    """Write how everything in a new ledger is defined."""
    with open_server() as server, Ledger(server.create()) as ledger:
        lines = sorted(f"{name}\t{text}\n" for name, text in read_definitions(ledger.database))
    DEFINITIONS.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__" and "--write" in sys.argv:
    write_definitions()
