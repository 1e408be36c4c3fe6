"""Parts of a work done by processes of this machine."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Mapping
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any, Generic

from replay.base.errors import UserError
from replay.base.parts import Call, Outcome, P, R


def run_in_processes(call: Call[P, R], parts: Mapping[str, P], processes: int) -> Iterator[Outcome]:
    """Yield what comes of parts, each as it is finished. Whoever stops listening ends them.

    A part whose process is killed has failed; another process goes on with the next one.
    """
    left = iter(parts.items())
    workers: list[Worker[P, R]] = []
    try:
        for name, part in left:
            workers.append(Worker(call, name, part))
            if len(workers) == processes:
                break
        while workers:
            ready = wait([worker.connection for worker in workers])
            for worker in [each for each in workers if each.connection in ready]:
                outcome = worker.receive()
                following = next(left, None)
                if following is None or worker.has_ended:
                    worker.end()
                    workers.remove(worker)
                    if following is not None:
                        workers.append(Worker(call, *following))
                else:
                    worker.send(*following)
                yield outcome
    finally:
        for worker in workers:
            worker.end()


class Worker(Generic[P, R]):
    """A process that does one part after the other. It ends when the other side is gone."""

    def __init__(self, call: Call[P, R], name: str, part: P) -> None:
        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.has_ended = False
        self._process = context.Process(target=_serve, args=(theirs, call), daemon=True)
        self._process.start()
        theirs.close()
        self.send(name, part)

    def send(self, name: str, part: P) -> None:
        """Give the process a part to do."""
        self._name = name
        with suppress(BrokenPipeError):  # it has ended: receiving says so
            self.connection.send((name, part))

    def receive(self) -> Outcome:
        """Return what has come of the part that was sent last."""
        try:
            outcome: Outcome = self.connection.recv()
        except (EOFError, OSError):
            self.has_ended = True
            self._process.join()
            error = UserError(
                "the process that did this ended with {code}", code=self._process.exitcode
            )
            return Outcome(self._name, error=error)
        return outcome

    def end(self) -> None:
        """End the process, whatever it does."""
        self.connection.close()
        self._process.terminate()
        self._process.join()
        self._process.close()


def _serve(connection: Connection[Any, Any], call: Call[Any, Any]) -> None:
    """Do parts as they come, until nobody asks any more. Ctrl-C is for whoever asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            name, part = connection.recv()
            connection.send(call.run(name, part))
