"""spec.row: records that cannot be changed and are compared by what they hold."""

from typing import Any

import pytest

from hookline.spec.row import Row


class Point(Row):
    __slots__ = ("x", "y")

    x: Any
    y: Any

    def __init__(self, x: Any, y: Any) -> None:
        self._set(x=x, y=y)


class Spot(Point):
    """The same columns under another name."""

    __slots__ = ()


def test_columns_are_read_by_name() -> None:
    point = Point(1, "two")
    assert (point.x, point.y) == (1, "two")


def test_a_column_cannot_be_set_again() -> None:
    point = Point(1, 2)
    with pytest.raises(AttributeError, match="^Point rows are fixed; x cannot be set$"):
        point.x = 3
    assert point == Point(1, 2)


def test_there_is_no_place_for_another_column() -> None:
    with pytest.raises(AttributeError, match="z cannot be set"):
        Point(1, 2).z = 3


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        pytest.param(Point(1, 2), Point(1, 2), True, id="the same values"),
        pytest.param(Point(1, {"a": [1]}), Point(1, {"a": [1]}), True, id="the same values, deep"),
        pytest.param(Point(1, 2), Point(1, 3), False, id="another value"),
        pytest.param(Point(1, 2), (1, 2), False, id="a tuple of the same values"),
        pytest.param(Point(1, 2), Spot(1, 2), False, id="another kind of row"),
    ],
)
def test_equality(one: object, other: object, equal: bool) -> None:
    assert (one == other, one != other) == (equal, not equal)


def test_equal_rows_are_one_key_of_a_dict_even_when_a_column_is_a_dict() -> None:
    assert {Point(1, {"a": 1}): "first", Point(1, {"a": 1}): "second"} == {Point(1, {"a": 1}): "second"}


def test_repr_reads_as_the_call_that_makes_it() -> None:
    assert repr(Point(1, "two")) == "Point(x=1, y='two')"
