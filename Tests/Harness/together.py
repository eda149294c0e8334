#!/usr/bin/env python3
"""Starts broadcasts and hand sends at the same moment, and proves that each story is sent once.

    together.py [PROGRAM] [--rounds N] [--workers N] [--seed N]

In each round a newsroom has fresh news, one story waiting and one unknown outcome; then two or three broadcasts and
up to three hand sends (of a story that the broadcasts are about to announce, of the one that waits, the same message
twice, to everyone) start at once, some with a moment between them, and somebody settles the unknown outcome
meanwhile. Every fifth round has no ledger yet: two first runs must not make two. Then:

- one broadcast ends with 0; another with 4 if it found the lock, else with 0;
- a hand send ends with 0, and of two with the same message one with 64;
- no fresh story is in two notifications, none is missing among what was announced or waits; the ledger is sound;
- further broadcasts run until they are quiet, and each story was taken in by the hub once.

A message that an editor sends about a story that a broadcast took at that very moment goes out all the same, and does
not count for the story: the editor asked for it. PROGRAM is the release build unless given. 200 rounds unless told
otherwise. Exits with 1 on any violation."""
import argparse
import os
import queue
import random
import sys
import threading
import time
from collections import Counter

import newsroom
from newsroom import Newsroom, Violation, link

CONFIGURATION = {"caps": {"default": [], "Sports": [{"bulletins": 1, "per": "60m"}]}}
BROADCAST = "broadcast --feeds list.opml"


def open_newsroom(room):
    """Known feeds, a sports story that waits for its cap, and notification 1, whose outcome is unknown."""
    room.reset(CONFIGURATION)
    for name, category, served in (("world.xml", "World", True), ("politics.xml", "Politics", False),
                                   ("business.xml", "Business", True), ("sports.xml", "Sports", False)):
        room.feed(name, category, served).add((f"old-{category}", 1))
    room.known = {article.link for feed in room.feeds.values() for article in feed.articles}
    room.publish()
    newsroom.expect_code(room.broadcast(5), {0}, "the first broadcast")
    add(room, "sports.xml", "match-1", 6)
    room.hub.control("POST", "faults", {"action": "drop", "method": "POST"})
    newsroom.expect_code(room.broadcast(10), {3}, "a broadcast whose answer is lost")
    add(room, "sports.xml", "match-2", 11)
    newsroom.expect_code(room.broadcast(12), {0}, "a broadcast of what waits")


def add(room, feed, name, minute):
    room.feeds[feed].add((name, minute))
    room.fresh.add(link(name))
    room.publish()


def write_news(room, random):
    for feed, name in (("world.xml", "quake"), ("world.xml", "ferry"), ("politics.xml", "vote"),
                       ("business.xml", "merger"), ("business.xml", "rates"), ("sports.xml", "match-3")):
        if random.random() < 0.8 or name == "quake":
            add(room, feed, name, 25)


def hand_sends(random):
    """Up to three lines; the last may be there twice."""
    lines = [["send", "World", "Quake, says our man there", "--link", link("quake")],
             ["send", "Sports", "It is over", "--as-is", "--link", link("match-2")],
             ["send", "Politics", "What no feed has"],
             ["send", "--everyone", "--yes", "To everybody", "--link", link("vote")]]
    chosen = random.sample(lines, random.randint(0, 2))
    return chosen + chosen[-1:] if chosen and random.random() < 0.4 else chosen


def play(room, seed, tally):
    random_ = random.Random(seed)
    is_first = seed % 5 == 0
    if is_first:
        open_first(room)
    else:
        open_newsroom(room)
        write_news(room, random_)
    sends = [] if is_first else hand_sends(random_)
    lines = [BROADCAST] * random_.randint(2, 3) + sends
    if not is_first and random_.random() < 0.5:
        lines.append("resolve 1 unsent")
    random_.shuffle(lines)
    outcomes = start_together(room, lines, random_)
    check_codes(lines, outcomes, sends)
    newsroom.raw_ledger(room)
    if is_first:
        add(room, "world.xml", "quake", 31)
        newsroom.expect_code(room.broadcast(35), {0}, "the next broadcast")
    history = newsroom.check_books(room, 36)
    newsroom.settle_unknown(room, 36, history)
    newsroom.run_until_quiet(room, 97)
    newsroom.raw_ledger(room)
    for line, outcome in zip(lines, outcomes):
        tally.add_run(line if isinstance(line, str) else "send", outcome.code)


def open_first(room):
    room.reset(CONFIGURATION)
    room.feed("world.xml", "World", True).add(("old-World", 1))
    room.feed("sports.xml", "Sports").add(("old-Sports", 1))
    room.known = {link("old-World"), link("old-Sports")}
    room.publish()


def start_together(room, lines, random):
    """Starts all, some a moment (a few milliseconds of a run that takes some twenty) after the one before."""
    processes = []
    for line in lines:
        processes.append(room.start(line, 30))
        if random.random() < 0.5:
            time.sleep(random.random() * 0.012)
    return [newsroom.finish(process) for process in processes]


def check_codes(lines, outcomes, sends):
    broadcasts = [outcome for line, outcome in zip(lines, outcomes) if line == BROADCAST]
    for outcome in broadcasts:
        newsroom.expect_code(outcome, {0, 4}, "a broadcast beside others")
    if all(outcome.code == 4 for outcome in broadcasts):
        raise Violation("each broadcast found the lock of another")
    codes = {}
    for line, outcome in zip(lines, outcomes):
        if isinstance(line, list):
            codes.setdefault(tuple(line), []).append(outcome.code)
        elif line != BROADCAST:
            newsroom.expect_code(outcome, {0}, line)
    for line in map(tuple, sends):
        if sorted(codes[line]) != [0, 64][:len(codes[line])]:
            raise Violation(f"hand sends of the same message end with {codes[line]}: {line}")


class Tally:
    """What is found, from all workers."""

    def __init__(self):
        self.lock = threading.Lock()
        self.codes, self.violations, self.done = Counter(), [], 0

    def add_run(self, what, code):
        with self.lock:
            self.codes[what.split()[0], code] += 1

    def add(self, seed, violation):
        with self.lock:
            self.done += 1
            if violation:
                self.violations.append(seed)
                print(f"VIOLATION in round {seed}: {violation}", flush=True)


def work(program, seeds, tally):
    room = Newsroom(program, CONFIGURATION)
    try:
        while True:
            seed, violation = seeds.get_nowait(), None
            try:
                if seed % 20 == 0:
                    room.renew_hub()
                play(room, seed, tally)
            except Violation as error:
                violation = str(error)
            except Exception as error:  # whatever stops the harness itself must not pass for success
                violation = f"the harness failed: {error!r}"
            tally.add(seed, violation)
    except queue.Empty:
        pass
    finally:
        room.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default=newsroom.default_program())
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1, help="the first round's; the others follow")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    seeds, tally, started = queue.Queue(), Tally(), time.monotonic()
    for seed in range(options.seed, options.seed + options.rounds):
        seeds.put(seed)
    threads = [threading.Thread(target=work, args=(os.path.abspath(options.program), seeds, tally))
               for _ in range(options.workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print("exit codes: " + ", ".join(f"{what} {code}: {count}" for (what, code), count in sorted(tally.codes.items())))
    print(f"{tally.done} rounds, {len(tally.violations)} violations, {time.monotonic() - started:.0f} s")
    return 1 if tally.violations or tally.done < options.rounds else 0


if __name__ == "__main__":
    sys.exit(main())
