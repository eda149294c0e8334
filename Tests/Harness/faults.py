#!/usr/bin/env python3
"""Lets the hub fail by random schedules, and proves that nothing is sent twice and nothing is lost.

    faults.py [PROGRAM] [--seeds A-B] [--workers N]

Each seed makes a newsroom and some runs of broadcasts and hand sends with news, before which the hub is told to fail:
connections that are refused, closed or reset, on the first request of a connection or a later one, before a request
is taken or after it was; answers that come late or not in time; 400, 401, 403, 404, 408, 413, 429, 500, 502, 503,
504, with and without Retry-After, and those of gateways that come although the hub took the request. After each run:

- its exit code is the one that follows from what the hub answered, as the hub's log tells;
- while the hub asked not to be asked, no broadcast asks it;
- no fresh story is in two notifications, none is missing among what was announced, waits, is unknown or was refused.

Then the hub is healed, what is unknown is settled by the hub's record, and broadcasts run until they are quiet: each
fresh story was taken in exactly once, unless the hub refused it for what it says and it is listed as parked.

The same seed makes the same schedule. PROGRAM is the release build unless given; the seeds are 1-100 unless given.
Every tenth has an answer that takes longer than the program waits (30 s). Exits with 1 on any violation."""
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

CATEGORIES = ["World", "Politics", "Business", "Science", "Sports"]
CONFIGURATION = {"caps": {"default": []}}
#: Milliseconds after which no answer is in time any more.
TOO_LATE = 31_000


def fault(random, seed, forbidden_waits):
    """A kind of failure, at random."""
    kind = random.choice(["drop"] * 4 + ["answer"] * 7 + ["late"])
    if kind == "drop":
        what = {"action": "drop", "ending": random.choice(["closed", "reset"]), "takes_request": random.random() < 0.5}
    elif kind == "late":
        what = {"action": "late", "milliseconds": random.randint(1, 300)}
    else:
        what = answer(random, seed, forbidden_waits)
    where = random.choice([{}, {}, {"request_of_connection": 1}, {"request_of_connection": 2}])
    method = random.choice([{}, {"method": "POST"}, {"method": "POST"}])
    return {**what, **where, **method, "times": random.randint(1, 3), "skipping": random.randint(0, 2)}


def answer(random, seed, forbidden_waits):
    status = random.choice([400, 401, 403, 404, 408, 413, 429, 429, 500, 500, 502, 502, 503, 503, 504])
    what = {"action": "answer", "status": status, "body": random.choice(["error", "empty"])}
    # Without a word about it the program waits ten seconds: only some schedules take that time.
    if status in (429, 503) and seed % 10 != 5 or status == 403 and forbidden_waits:
        name = random.choice(["retry_after", "retry_after", "retry_after_date"])
        what[name] = random.choice([1, 1800, 1800, 1800])
    if status in (408, 502, 504):
        what["takes_request"] = random.random() < 0.5
    return what


def timeout():
    return {"action": "late", "milliseconds": TOO_LATE, "method": "POST"}


# What a run must end with


class Requests:
    """The sends of one run, by the hub's log: what each notification came to in the end."""

    def __init__(self, log):
        sends = [one for one in log if one["method"] == "POST"]
        self.answers = [f"{one['status'] or one['fault']}" for one in sends]
        self.final = {identity(one): one for one in sends}.values()
        self.has_content_refusal = any(one["status"] in (400, 413) for one in sends)

    def has(self, *statuses):
        return any(one["status"] in statuses for one in self.final)

    @property
    def has_unknown(self):
        unknown = (None, 408, 502, 504)
        return any(one["status"] in unknown or was_too_late(one) for one in self.final)

    @property
    def has_accepted(self):
        return any(one["status"] == 201 and not was_too_late(one) for one in self.final)


def identity(request):
    """A notification that is tried again is the same to the letter."""
    headers = {header["name"].lower(): header["value"] for header in request["headers"]}
    return headers.get("servicebusnotification-tags"), request["body"]


def was_too_late(request):
    return request["fault"] == f"late by {TOO_LATE} ms"


def expected_codes(requests, is_held, was_refused, forbidden_waits):
    """By the order in which codes count. A connection that ends as soon as it is made may take a first byte with it."""
    if requests.has_unknown:
        return {3}
    maybe = {3, 69, 1} if was_refused else set()
    if requests.has(401) or requests.has(403) and not forbidden_waits:
        return maybe | {77}
    if requests.has(403, 404, 429, 500, 503):
        return maybe | ({1} if requests.has_accepted else {69})
    if requests.has_content_refusal or is_held:
        return maybe | {1}
    return maybe | {0}


# Schedules


class Schedule:
    """The runs of one seed."""

    def __init__(self, room, seed, tally):
        self.room, self.seed, self.tally = room, seed, tally
        self.random = random.Random(seed)
        self.minute, self.articles, self.may_park = 10, 0, False
        #: Whether 403 comes with Retry-After in this schedule: the log does not tell.
        self.forbidden_waits = self.random.random() < 0.4

    def run(self):
        self.open()
        rounds = self.random.randint(2, 4)
        late_round = self.random.randrange(rounds) if self.seed % 10 == 0 else None
        for number in range(rounds):
            self.minute += 5
            self.write_news()
            armed = [fault(self.random, self.seed, self.forbidden_waits) for _ in range(self.random.randint(1, 3))]
            self.room.hub.control("POST", "faults", [timeout()] * (number == late_round) + armed)
            if self.random.random() < 0.4:
                self.send_by_hand()
            self.broadcast()
        self.room.hub.control("DELETE", "faults")
        history = newsroom.check_books(self.room, self.minute, may_park=self.may_park)
        newsroom.settle_unknown(self.room, self.minute, history)
        newsroom.run_until_quiet(self.room, self.minute + 61, may_park=self.may_park)
        newsroom.raw_ledger(self.room)

    def open(self):
        room = self.room
        room.hub.control("DELETE", "faults")
        room.reset(CONFIGURATION)
        for number, category in enumerate(CATEGORIES * 2):
            feed = room.feed(f"feed-{number}.xml", category, served=number % 3 == 0)
            feed.add((f"old-{number}a", 2), (f"old-{number}b", 1))
        room.known = {article.link for feed in room.feeds.values() for article in feed.articles}
        room.publish()
        newsroom.expect_code(room.broadcast(self.minute), {0}, "the first broadcast")

    def write_news(self):
        for _ in range(self.random.randint(1, 5)):
            self.articles += 1
            article = (f"story-{self.articles}", self.minute - 1)
            number = self.random.randrange(len(CATEGORIES))
            self.room.feeds[f"feed-{number}.xml"].add(article)
            if self.random.random() < 0.3:
                self.room.feeds[f"feed-{number + len(CATEGORIES)}.xml"].add(article)
            self.room.fresh.add(link(article[0]))
        self.room.publish()

    def send_by_hand(self):
        """An editor sends one of the stories, known or not, or something of which no feed will ever speak."""
        targets = [[self.random.choice(CATEGORIES)], ["--tags", "Sports && !Quiet"], ["--everyone", "--yes"]]
        target = self.random.choice(targets[:1] * 3 + targets)
        words = ["send", *target, f"Seen by an editor in minute {self.minute}"]
        number = self.random.randint(max(1, self.articles - 3), self.articles)
        if self.random.random() < 0.7:
            words += ["--link", link(f"story-{number}")]
        outcome, requests, was_refused = self.observe(lambda: self.room.run(words, self.minute))
        newsroom.check_notifications(self.room.history(self.minute), self.room.accepted(), is_end=False)
        self.check_code("a hand send", outcome, requests, False, was_refused)

    def broadcast(self):
        closed_until = self.room.history(self.minute)["hub_closed_until"]
        outcome, requests, was_refused = self.observe(lambda: self.room.broadcast(self.minute))
        history = newsroom.check_books(self.room, self.minute, may_park=self.may_park)
        if closed_until and requests.answers:
            raise Violation(f"a broadcast asks the hub that asked not to be asked before {closed_until}")
        self.check_code("a broadcast", outcome, requests, bool(history["waiting"]), was_refused)

    def observe(self, command):
        """Runs a command; gives how it ended, what the hub's log says, and whether a connection was refused."""
        hub = self.room.hub
        hub.control("DELETE", "requests")
        refuses = self.random.random() < 0.15
        if refuses:
            hub.control("POST", "faults", {"action": "refuse", "ending": self.random.choice(["closed", "reset"])})
        outcome = command()
        refused_before = hub.refused
        requests = Requests(hub.requests())
        hub.wait_for_quiet()
        self.may_park |= requests.has_content_refusal
        return outcome, requests, refuses and hub.refused == refused_before

    def check_code(self, what, outcome, requests, is_held, was_refused):
        codes = expected_codes(requests, is_held, was_refused, self.forbidden_waits)
        newsroom.expect_code(outcome, codes, f"{what}, answered {requests.answers},")
        self.tally.add_run(what, outcome.code, requests.answers)


class Tally:
    """What is found, from all workers."""

    def __init__(self):
        self.lock = threading.Lock()
        self.codes, self.answers, self.violations, self.done = Counter(), Counter(), [], 0

    def add_run(self, what, code, answers):
        with self.lock:
            self.codes[what, code] += 1
            self.answers.update(answers)

    def add(self, seed, violation):
        with self.lock:
            self.done += 1
            if violation:
                self.violations.append(seed)
                print(f"VIOLATION in seed {seed}: {violation}", flush=True)

    def summary(self, seconds):
        words = [f"{what} {code}: {count}" for (what, code), count in sorted(self.codes.items())]
        print("exit codes: " + ", ".join(words))
        print("answers: " + ", ".join(f"{status}: {count}" for status, count in sorted(self.answers.items())))
        print(f"{self.done} schedules, {len(self.violations)} violations, {seconds:.0f} s")


def work(program, seeds, tally):
    room = Newsroom(program, CONFIGURATION)
    try:
        while True:
            seed, violation = seeds.get_nowait(), None
            try:
                if seed % 20 == 0:
                    room.renew_hub()
                Schedule(room, seed, tally).run()
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
    parser.add_argument("--seeds", default="1-100", metavar="A-B")
    parser.add_argument("--workers", type=int, default=2 * max(2, os.cpu_count() or 2))
    options = parser.parse_args()
    first, _, last = options.seeds.partition("-")
    seeds, tally, started = queue.Queue(), Tally(), time.monotonic()
    # Those that wait come first.
    for seed in sorted(range(int(first), int(last or first) + 1), key=lambda seed: seed % 5 != 0):
        seeds.put(seed)
    count = seeds.qsize()
    threads = [threading.Thread(target=work, args=(os.path.abspath(options.program), seeds, tally))
               for _ in range(min(options.workers, count))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    tally.summary(time.monotonic() - started)
    return 1 if tally.violations or tally.done < count else 0


if __name__ == "__main__":
    sys.exit(main())
