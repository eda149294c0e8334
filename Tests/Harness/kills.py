#!/usr/bin/env python3
"""Kills the program with SIGKILL at every point where the world could tell the difference, and proves that nothing is
sent twice and nothing is lost.

    kills.py [PROGRAM] [--sample N] [--scenario NAME]… [--only SCENARIO:CALL:N] [--workers N] [--brief]

For each scenario (killed.py: a broadcast with news, a first sight, hand sends, settling, recovering from a kill …) the
command is traced once. Then it is run again for each system call that writes, syncs, locks, maps, opens, renames, sends or
receives, and is killed by strace when it enters that call, and when it enters the one after it. In some scenarios it is
told to stop instead (SIGTERM, SIGINT), which must leave nothing unknown. Each time:

- the ledger as it lies there passes SQLite's integrity check; a run afterwards opens it (the program checks it too);
- the next run ends with 3 exactly if the kill left an intent without a result, else with 0;
- no fresh story is in two notifications, none is missing among what was announced, waits or is unknown;
- what is unknown is settled by the hub's record, and broadcasts run until they are quiet. Then each fresh story was
  taken in by the hub exactly once, and what was known never.

The hub is a process of its own, and its record counts. The trace of each command also shows that between the writing
of an intent and its request stands an fdatasync of the log: a kill alone does not show what a power cut would lose.

Needs strace, and the right to trace. PROGRAM is the release build unless given. All points are thousands and take
an hour; --sample takes so many of them, evenly. Exits with 1 on any violation."""
import argparse
import os
import queue
import re
import subprocess
import sys
import threading
import time
from collections import Counter, defaultdict

import newsroom
from killed import CAPS, KILLED, SCENARIOS
from newsroom import Newsroom, Violation

KINDS = set("""write pwrite64 pwritev fsync fdatasync sync_file_range sendto sendmsg writev recvfrom recvmsg read
    rename renameat renameat2 unlink unlinkat flock fcntl openat open connect socket mmap ftruncate fallocate close
    shutdown mkdir fchmod fchown msync exit_group""".split())
# Points


class Point:
    """Entering the n-th call of that name; `labels` tell between which events it lies."""

    def __init__(self, scenario, call, number):
        self.scenario, self.call, self.number, self.labels = scenario, call, number, []

    @property
    def name(self):
        return f"{self.scenario.name}:{self.call}:{self.number}"


def strace(point, room):
    # With --seccomp-bpf it would be faster, and the signal never delivered.
    return ["strace", "-f", "-qq", "-o", room.path("tmp/strace"), "-e", f"trace={point.call}",
            "-e", f"inject={point.call}:signal={point.scenario.signal.name}:when={point.number}"]


LINE = re.compile(r"^(?:\d+ +)?(\w+)\((.*)", re.S)


def trace(room, scenario):
    """The calls of a whole run, as names and arguments."""
    path = room.path("tmp/trace")
    scenario.arm(room)
    outcome = room.run(scenario.line, scenario.minute, ["strace", "-f", "-yy", "-s", "200000", "-o", path])
    room.hub.control("DELETE", "faults")
    newsroom.expect_code(outcome, scenario.codes, f"{scenario.name}, not killed,")
    with open(path, encoding="utf-8", errors="replace") as file:
        found = [match.groups() for match in map(LINE.match, file) if match]
    os.unlink(path)
    return found


def role(call, arguments, room):
    """What a call is about, in a word."""
    quoted = re.search(r'"([^"]*)"', arguments) if call in ("openat", "unlink", "rename", "mkdir") else None
    bound = re.search(r"<([^>]*?(?:->[^>]*)?)>", arguments)
    name = quoted.group(1) if quoted else bound.group(1) if bound else ""
    if "TCP" in name and "->" not in name and call != "connect":
        return "new connection"
    if "TCP" in name or call == "connect":
        return "hub" if re.search(rf"(:|htons\(){room.hub.port}\b", arguments[:400]) else "feeds"
    for ending, word in (("ledger.db-wal", "log"), ("ledger.db-shm", "shm"), ("ledger.db-journal", "journal"),
                         ("ledger.db.lock", "run lock"), ("ledger.db.users", "users lock"), ("ledger.db", "ledger"),
                         (".xml", "feed"), (".opml", "feed list"), ("ledger.db.new", "new ledger"),
                         ("ledger.db.new-journal", "new journal"), (os.path.basename(room.folder), "folder")):
        if name.endswith(ending):
            return word
    return "process" if call in ("exit_group", "mmap") else "other"


def points(room, scenario, calls):
    """All points of a run from where it first touches the ledger; what is before cannot be told apart."""
    start = next(place for place, call in enumerate(calls) if place and "ledger.db" in call[1])
    counts, made = Counter(), {}

    def point(place):
        call = calls[place][0]
        return made.setdefault(place, Point(scenario, call, numbers[place]))

    numbers = []
    for call, _ in calls:
        counts[call] += 1
        numbers.append(counts[call])
    for place in range(start, len(calls)):
        call, arguments = calls[place]
        if call not in KINDS or call == "read" and role(call, arguments, room) == "other":
            continue
        label = f"{call} {role(call, arguments, room)}"
        point(place).labels.append(("before", label))
        if place + 1 < len(calls) and call != "exit_group":
            point(place + 1).labels.append(("after", label))
    return [made[place] for place in sorted(made)]


def sampled(all_points, count):
    """So many points: the scenarios take turns, in each the kinds take turns, those about the hub and the log first,
    and of each kind the points are spread evenly."""
    orders = defaultdict(lambda: defaultdict(list))
    for point in all_points:
        orders[point.scenario.name][point.labels[0]].append(point)
    rows = [in_turn([spread(group) for _, group in sorted(groups.items(), key=lambda item: importance(item[0]))])
            for groups in orders.values()]
    return list(in_turn(rows))[:count]


def importance(label):
    words = label[1].split(" ", 1)
    return ["hub", "log"].index(words[1]) if words[1] in ("hub", "log") else 2


def spread(group):
    """The golden ratio spreads the first n of a group over it, whatever n will be."""
    order = dict.fromkeys(int(len(group) * (0.618034 * turn % 1)) for turn in range(2 * len(group)))
    return [group[place] for place in order]


def in_turn(lists):
    lists = [list(one) for one in lists]
    return [one[turn] for turn in range(max(map(len, lists), default=0)) for one in lists if turn < len(one)]


# The order of intent and request


def check_order(calls, room, scenario):
    """Before each request to the hub the message stands in a write to the log, and the log was synchronised after it
    and after everything else written to it. Gives the number of requests seen."""
    written, unsynced, requests, bodies = set(), set(), 0, 0
    for call, arguments in calls:
        is_log = role(call, arguments, room) == "log"
        if call in ("pwrite64", "write", "pwritev") and is_log:
            unsynced.add(arguments)
        elif call in ("fdatasync", "fsync") and is_log:
            written |= unsynced
            unsynced = set()
        elif call in ("sendto", "sendmsg", "write", "writev") and role(call, arguments, room) == "hub":
            if unsynced:
                raise Violation(f"{scenario.name}: request {requests + 1} leaves before the log was synchronised")
            requests += '"POST /' in arguments
            message = re.search(r'messageParam\\":\\"(.*?)\\"', arguments)
            bodies += bool(message)
            if message and not any(message.group(1) in text for text in written):
                raise Violation(f"{scenario.name}: request {requests} leaves before its intent is in the log")
    if requests < scenario.requests:
        raise Violation(f"{scenario.name}: {requests} requests in the trace, not {scenario.requests}")
    if requests != bodies:
        raise Violation(f"{scenario.name}: {requests} requests, but {bodies} messages in the trace")
    return requests


# One kill


def try_point(room, point, snapshot):
    """Kills at one point, and looks at everything afterwards. False if that point was not reached."""
    scenario = point.scenario
    # A signal that is held back is told by the exit code; before the program does that, the signal ends it.
    endings = {-scenario.signal, *([128 + scenario.signal] if scenario.signal != -KILLED else [])}
    may_park = getattr(scenario, "may_park", False)
    room.restore(snapshot)
    scenario.arm(room)
    outcome = room.run(scenario.line, scenario.minute, strace(point, room))
    room.hub.wait_for_quiet()
    room.hub.control("DELETE", "faults")
    newsroom.expect_code(outcome, endings | scenario.codes, "the command")
    if newsroom.raw_ledger(room) and outcome.code != KILLED:
        raise Violation("an intent is left without a result")
    scenario.recover(room)
    newsroom.raw_ledger(room)
    newsroom.run_until_quiet(room, scenario.minute + 66, may_park=may_park)
    newsroom.raw_ledger(room)
    return outcome.code in endings


# All kills


class Tally:
    """What is found, from all workers."""

    def __init__(self):
        self.lock = threading.Lock()
        self.kills, self.missed, self.requests = Counter(), 0, 0
        self.by_label = defaultdict(Counter)
        self.violations, self.progress = [], sys.stderr.isatty()

    def add(self, point, was_killed, violation):
        with self.lock:
            if violation:
                self.violations.append((point.name, point.labels, violation))
                print(f"VIOLATION at {point.name} {point.labels}: {violation}", flush=True)
            if not was_killed:
                self.missed += not violation
                return
            self.kills[point.scenario.name] += 1
            if self.progress and sum(self.kills.values()) % 100 == 0:
                print(f"{sum(self.kills.values())} kills, now in {point.scenario.name}", file=sys.stderr, flush=True)
            for side, label in point.labels:
                self.by_label[label][side] += 1

    def summary(self, seconds, is_brief):
        if not is_brief:
            self.table()
        print("kills by scenario: " + ", ".join(f"{name} {count}" for name, count in self.kills.items()))
        print(f"{sum(self.kills.values())} kills, {self.missed} points not reached, {self.requests} requests in traces "
              f"after an fdatasync of their intent, {len(self.violations)} violations, {seconds:.0f} s")

    def table(self):
        print(f"\n{'kind of point':<28}{'before':>8}{'after':>8}")
        for label, counts in sorted(self.by_label.items()):
            print(f"{label:<28}{counts['before']:>8}{counts['after']:>8}")
        print()


class Worker:
    """A newsroom in which one point after another is tried."""

    def __init__(self, program):
        self.room = Newsroom(program, CAPS)
        self.scenario, self.snapshot, self.count = None, None, 0

    def enter(self, scenario):
        """Prepares a scenario, once for many points."""
        if self.scenario is scenario:
            return
        self.room.renew_hub()
        self.room.reset(CAPS)
        scenario.prepare(self.room)
        self.scenario, self.snapshot, self.count = scenario, self.room.snapshot(), 0

    def try_one(self, point):
        if point.scenario.changes_hub:
            self.scenario = None
            self.enter(point.scenario)
        self.count += 1
        if self.count % 40 == 0:
            self.room.renew_hub()
        return try_point(self.room, point, self.snapshot)


def work(worker, tasks, tally):
    while True:
        try:
            chunk = tasks.get_nowait()
        except queue.Empty:
            return
        for point in chunk:
            was_killed, violation = False, None
            try:
                worker.enter(point.scenario)
                was_killed = worker.try_one(point)
            except Violation as error:
                was_killed, violation = True, str(error)
                worker.scenario = None
            except Exception as error:  # whatever stops the harness itself must not pass for success
                violation = f"the harness failed: {error!r}"
                worker.scenario = None
            tally.add(point, was_killed, violation)


def all_points(worker, scenarios, tally):
    found = []
    for scenario in scenarios:
        worker.enter(scenario)
        worker.room.restore(worker.snapshot)
        calls = trace(worker.room, scenario)
        tally.requests += check_order(calls, worker.room, scenario)
        found += points(worker.room, scenario, calls)
        worker.scenario = None
    return found


def chunks(chosen, size=20):
    """Points of one scenario for one worker: preparing takes as long as trying."""
    for own in by_scenario(chosen):
        yield from (own[start:start + size] for start in range(0, len(own), size))


def by_scenario(chosen):
    """The points of each scenario that has some."""
    lists = [[point for point in chosen if point.scenario is scenario] for scenario in SCENARIOS]
    return [own for own in lists if own]


def why_impossible():
    """Why nothing can be traced here; None if it can."""
    try:
        probe = subprocess.run(["strace", "-f", "-qq", "-o", os.devnull, "-e", "trace=exit_group", "-e",
                                "inject=exit_group:signal=KILL:when=1", "true"], capture_output=True, check=False)
    except FileNotFoundError:
        return "strace is not installed"
    return None if probe.returncode == KILLED else f"tracing is not allowed here: {probe.stderr.decode().strip()}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default=newsroom.default_program())
    parser.add_argument("--sample", type=int, metavar="N", help="try N points, not all")
    parser.add_argument("--scenario", action="append", choices=[scenario.name for scenario in SCENARIOS])
    parser.add_argument("--brief", action="store_true", help="no table")
    parser.add_argument("--only", metavar="SCENARIO:CALL:N", help="try this point alone")
    parser.add_argument("--workers", type=int, default=max(2, os.cpu_count() or 2))
    options = parser.parse_args()
    if reason := why_impossible():
        print(f"kills.py: {reason}", file=sys.stderr)
        return 2
    started, tally = time.monotonic(), Tally()
    workers = [Worker(os.path.abspath(options.program)) for _ in range(options.workers)]
    try:
        names = options.scenario or ([options.only.split(":")[0]] if options.only else None)
        try:
            chosen = all_points(workers[0], [one for one in SCENARIOS if not names or one.name in names], tally)
        except Violation as error:
            print(f"VIOLATION before any kill: {error}")
            return 1
        if options.only:
            chosen = [point for point in chosen if point.name == options.only]
        elif options.sample:
            chosen = sampled(chosen, options.sample)
        else:
            chosen = [point for own in by_scenario(chosen) for point in sampled(own, own[0].scenario.most or len(own))]
        tasks = queue.Queue()
        for chunk in chunks(chosen):
            tasks.put(chunk)
        threads = [threading.Thread(target=work, args=(worker, tasks, tally)) for worker in workers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        for worker in workers:
            worker.room.close()
    tally.summary(time.monotonic() - started, options.brief)
    return 1 if tally.violations or not tally.kills else 0


if __name__ == "__main__":
    sys.exit(main())
