"""Tests of the directory: names mean the same person, and what was merged can be split again."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from ledger.facts import Fact, StoredFact
from ledger.store import Ledger
from replay.base.errors import NothingToDo
from replay.numbers import naming
from replay.numbers.directory import Directory
from tests.some import some


def nobody(_name: str) -> bool:
    """Nobody has played."""
    return False


def make(*plans: naming.Plan) -> Directory:
    """Return a directory in which some plans were carried out, one after the other."""
    facts: list[StoredFact] = []
    for plan in plans:
        for fact in plan(Directory(facts)):
            facts.append(StoredFact(len(facts) + 1, fact))
    return Directory(facts)


def merge(one: str, other: str) -> naming.Plan:
    """Plan that `other` is `one`."""
    return lambda known: naming.plan_merge(known, "person", one, other)


def split(name: str) -> naming.Plan:
    """Plan that a name stands for itself again."""
    return lambda known: naming.plan_split(known, "person", name)


def rename(old: str, new: str) -> naming.Plan:
    """Plan that somebody is shown by another name."""
    return lambda known: naming.plan_rename(known, "person", old, new, nobody)


def alias(name: str, also: str) -> naming.Plan:
    """Plan that a name means somebody, too."""
    return lambda known: naming.plan_alias(known, "person", name, also, nobody)


def show(directory: Directory, *names: str) -> list[str]:
    """Return the names that some names are shown by."""
    return [directory.show("person", name) for name in names]


def test_a_name_that_nothing_is_said_of_is_itself() -> None:
    """Nobody has to be entered."""
    directory = make()
    assert show(directory, "Ana") == ["Ana"]
    assert directory.find("person", "Ana") is None
    assert directory.fold_names("person", "Ana") == ("ana",)


def test_a_merge_joins_all_names_and_a_split_parts_them() -> None:
    """Also what was merged into what is merged now."""
    directory = make(merge("Bo", "Bob"), merge("Boris", "Bo"))
    assert show(directory, "bo", "BOB", "Boris") == ["Boris"] * 3
    assert set(directory.fold_names("person", "bob")) == {"bo", "bob", "boris"}
    apart = make(merge("Bo", "Bob"), merge("Boris", "Bo"), split("Bo"))
    assert show(apart, "Bo", "Bob", "Boris") == ["Bo", "Bo", "Boris"]


def test_an_alias_and_a_new_name_mean_the_same_person() -> None:
    """The old name still does; a name that was split off does no longer."""
    directory = make(rename("Bo", "Boris"), alias("Bo", "Bobby"))
    assert show(directory, "bo", "bobby", "BORIS") == ["Boris"] * 3
    assert show(make(alias("Bo", "Bobby"), split("Bobby")), "Bobby") == ["Bobby"]


@pytest.mark.parametrize(
    "plans",
    [
        [merge("Ana", "ana")],
        [merge("Ana", "Anna"), merge("Anna", "Ana")],
        [split("Ana")],
        [merge("Ana", "Anna"), split("Ana")],
        [rename("Ana", "Ana")],
        [rename("Ana", "Anna"), rename("Bo", "Ana")],
        [alias("Ana", "Anna"), alias("Bo", "anna")],
        [alias("Ana", "ANA")],
        [alias("Ana", "a,b")],
        [rename("Ana", "")],
    ],
)
def test_what_would_say_nothing_or_take_a_name_away_is_refused(
    plans: Sequence[naming.Plan],
) -> None:
    """Two names are joined by merge alone."""
    before = make(*plans[:-1])
    with pytest.raises(NothingToDo):
        plans[-1](before)


def test_a_name_that_stands_in_matches_is_taken() -> None:
    """Nobody becomes somebody else by a new name or an alias."""
    for plan in (naming.plan_rename, naming.plan_alias):
        with pytest.raises(NothingToDo):
            plan(make(), "person", "Ana", "Bo", lambda name: name == "Bo")


def test_splits_undo_merges_in_any_order() -> None:
    """However people were merged: after as many splits everybody is as before."""
    chance = random.Random(14)
    names = ["Ana", "Bo", "Cy", "Dee", "Eve", "Flo"]
    for _attempt in range(60):
        plans: list[naming.Plan] = []
        merged: list[str] = []
        for _step in range(chance.randint(1, 8)):
            one, other = chance.sample(names, 2)
            known = make(*plans)
            if known.show("person", one) != known.show("person", other):
                merged.append(known.show("person", other))
                plans.append(merge(one, other))
        chance.shuffle(merged)
        plans += [split(name) for name in some(merged)]
        assert show(make(*plans), *names) == names


def test_people_of_a_group_stay_in_it_when_they_are_merged() -> None:
    """And leave it under any name."""
    plans: list[naming.Plan] = [
        lambda known: naming.plan_group(known, "thursday", ["Ana", "Bo", "ana"]),
        lambda known: naming.plan_members(known, "Thursday", ["Bob"]),
        merge("Bo", "Bob"),
    ]
    directory = make(*plans)
    group = naming.require_group(directory, "thursday")
    assert [each.name for each in directory.list_members(group.id)] == ["Ana", "Bo"]
    assert directory.map_groups()[directory.list_members(group.id)[1].id] == ["thursday"]
    for fact in some(naming.plan_removal(directory, "Thursday", ["bob"])):
        directory.add(fact)
    assert [each.name for each in directory.list_members(group.id)] == ["Ana"]


def test_what_another_program_calls_somebody_is_remembered() -> None:
    """Also after the person was merged; and said once."""
    plans: list[naming.Plan] = [
        lambda known: naming.plan_mapping(known, "bgstats", "person", "uuid-1", "Bob"),
        merge("Bo", "Bob"),
    ]
    directory = make(*plans)
    found = directory.find_mapped("bgstats", "person", "uuid-1")
    assert found is not None
    assert found.name == "Bo"
    assert naming.plan_mapping(directory, "bgstats", "person", "uuid-1", "bo") == []
    assert directory.find_mapped("bgstats", "place", "uuid-1") is None


def test_two_who_say_something_at_once_are_both_heard(
    ledger: Ledger,
) -> None:
    """Whoever is late reads again what was said, and plans anew."""
    calls = 0

    def plan(known: Directory) -> Sequence[Fact]:
        nonlocal calls
        calls += 1
        if calls == 1:  # somebody else is faster
            naming.store_facts(ledger, merge("Ana", "Anna"), "bo")
        return naming.plan_merge(known, "person", "Ana", "Anne")

    directory = naming.store_facts(ledger, plan, "tess")
    assert calls == 2
    assert show(directory, "Anna", "Anne") == ["Ana", "Ana"]
    assert len(directory.list_known("person")) == 1
