#!/usr/bin/env python3
"""scenarios.py [FILE]: does Tests/Scenarios.md tell the truth?

Every scenario has one line; every row or test that a line quotes is in the file that it names, and bears the number:
in itself, or in the three lines before it or its attribute. Where FILE, the collection of scenarios, is given, its headings (## S17 …)
say which numbers there are. Scenarios that another capability covers are counted apart."""
import os
import re
import sys

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COUNT = 64


def main():
    problems, elsewhere, numbers = [], [], []
    for line in open(os.path.join(TESTS, "Scenarios.md"), encoding="utf-8"):
        row = re.match(r"\| (S\d+) \| [^|]+ \| (.*) \|$", line.rstrip("\n"))
        if not row:
            continue
        number, proofs = row.groups()
        numbers.append(number)
        if proofs.startswith("capability: "):
            elsewhere.append(number)
            continue
        quoted = re.findall(r"(\S+\.swift) “([^”]+)”", proofs)
        if not quoted:
            problems.append(f"{number}: names no test")
        problems += [f"{number}: {fault}" for name, words in quoted if (fault := missing(number, name, words))]
    if len(set(numbers)) != COUNT or len(numbers) != COUNT:
        problems.append(f"{len(set(numbers))} numbers in {len(numbers)} lines, not {COUNT}")
    if len(sys.argv) > 1:
        wanted = set(re.findall(r"^## (S\d+)", open(sys.argv[1], encoding="utf-8").read(), re.M))
        problems += [f"{number}: in one list alone" for number in sorted(wanted ^ set(numbers))]
    for problem in problems:
        print(problem)
    print(f"{len(numbers) - len(elsewhere)} scenarios proved here, {len(elsewhere)} left to another capability "
          f"({', '.join(elsewhere)}), {len(problems)} problems")
    sys.exit(1 if problems else 0)


def missing(number, name, words):
    path = os.path.join(TESTS, name)
    if not os.path.exists(path):
        return f"there is no {name}"
    lines = open(path, encoding="utf-8").read().splitlines()
    places = [place for place, line in enumerate(lines) if words in line]
    if not places:
        return f"{name} has no “{words}”"
    if not any(re.search(rf"\b{number}\b", "\n".join(before(place, lines))) for place in places):
        return f"“{words}” in {name} does not bear the number"
    return None


def before(place, lines):
    """The line, what may stand between a test's attribute and its name, and the three lines above."""
    start = place
    if "func " in lines[place]:
        start = max((above for above in range(place + 1) if "@Test" in lines[above]), default=place)
    return lines[max(0, start - 3):place + 1]


main()
