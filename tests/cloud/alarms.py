"""When alarms on metric math ring, worked out as CloudWatch does: the emulator of deployment.py has no such alarms.

    python alarms.py

CloudWatch user guide, "Using math expressions with CloudWatch metrics" and "Configuring how CloudWatch alarms treat missing data": a
point that lacks a value of its operands is missing itself, but for FILL, and for SUM over several metrics, which adds up what there is.
Each kind of alarm is shown courses of its metrics, of which each must ring or stay silent.
"""

import re
import sys

import concrete

MISSING = None
# By the expression's id: courses of the metrics over the last three periods, and whether the alarm rings.
COURSES = {
    "trouble": [
        ({}, False),
        ({"failed": [0, 0, 0], "called": [900, 900, 900]}, False),
        # Three of few are chance, half of one call is none.
        ({"failed": [3, 3, 3], "called": [90, 90, 90]}, False),
        ({"failed": [9, 9, 9], "called": [900, 900, 900]}, False),
        ({"failed": [10, 0, 0], "called": [900, 900, 900]}, False),
        ({"failed": [10, 0, 10], "called": [900, 900, 900]}, True),
        # A function that nobody calls but once in a period, and that always fails.
        ({"failed": [1, MISSING, 1], "called": [1, MISSING, 1]}, True),
        ({"failed": [1, 1, 1], "called": [2, 2, 2]}, False),
    ],
    "standing": [
        ({}, False),
        ({"waiting": [5, 5, 5], "taken": [0, 0, 0], "done": [MISSING, MISSING, MISSING]}, True),
        ({"waiting": [0, 0, 0], "taken": [2, 2, 2], "done": [0, 0, 0]}, True),
        ({"waiting": [5, 5, 5], "taken": [0, 0, 0], "done": [MISSING, 1, MISSING]}, False),
        ({"waiting": [0, 0, 0], "taken": [0, 0, 0]}, False),
    ],
    "failed": [
        ({}, False),
        ({"docx": [MISSING, MISSING, MISSING], "pdf": [MISSING, MISSING, 1]}, True),
        ({"docx": [MISSING, MISSING, 1], "pdf": [MISSING, MISSING, MISSING]}, True),
        ({"docx": [0, 0, 0], "pdf": [MISSING, 0, 0]}, False),
    ],
    "throttled": [
        ({}, False),
        ({0: [400, MISSING, 400], 1: [MISSING, MISSING, 400]}, True),
        ({0: [400, MISSING, MISSING]}, False),
        ({0: [1, 1, 1]}, False),
    ],
}


def value(expression: str, metrics: dict):
    """An expression at one point of time."""

    def fill(found, instead):
        return instead if found is MISSING else found

    def total(found):
        there = [each for each in found if each is not MISSING]
        return sum(there) if there else MISSING

    words = {
        "IF": lambda holds, then, other: then if holds else other, "FILL": fill, "SUM": total, "METRICS": lambda: list(metrics.values()),
    }
    python = re.sub(r"\b(AND|OR)\b", lambda word: word[0].lower(), expression)
    try:
        # The template's own text, in a language that is arithmetic but for these words.
        return eval(python, {"__builtins__": {}}, {**words, **metrics})  # noqa: S307
    except TypeError:
        return MISSING


def rings(alarm: dict, course: dict) -> bool:
    """Whether an alarm rings after a course of its metrics. The newest point is the last."""
    queries = alarm["Metrics"]
    (expression,) = [each["Expression"] for each in queries if "Expression" in each]
    ids = [each["Id"] for each in queries if "MetricStat" in each]
    periods = alarm["EvaluationPeriods"]
    breaching = 0
    for at in range(-periods, 0):
        # Courses of alarms over many metrics name these by their places.
        point = {id_: course.get(id_, course.get(place, [MISSING] * 3))[at] for place, id_ in enumerate(ids)}
        found = value(expression, point)
        assert alarm["ComparisonOperator"] == "GreaterThanThreshold" and alarm["TreatMissingData"] == "notBreaching", alarm
        breaching += found is not MISSING and found > alarm["Threshold"]
    return breaching >= alarm.get("DatapointsToAlarm", periods)


def main() -> None:
    looked_at = 0
    for where, stack in concrete.stacks().items():
        for name, alarm in stack.of_type("AWS::CloudWatch::Alarm").items():
            returned = [each["Id"] for each in alarm.get("Metrics", []) if each.get("ReturnData", True)]
            for id_ in returned:
                for course, must in COURSES[id_]:
                    looked_at += 1
                    if rings(alarm, course) != must:
                        sys.exit(f"{where}: {name} {'rings not' if must else 'rings'} after {course}")
    assert looked_at, "no alarm on metric math"
    print(f"alarms on metric math ring when they should, {looked_at} times")


if __name__ == "__main__":
    main()
