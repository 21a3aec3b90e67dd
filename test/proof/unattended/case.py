"""The list of failures, in the order of the table."""
from dataclasses import dataclass
from typing import Callable


@dataclass
class Case:
    cause: str
    exit: int
    headline: str
    run: Callable


CASES = []


def case(cause, exit_code, headline):
    def add(run):
        CASES.append(Case(cause, exit_code, headline, run))
        return run
    return add
