#!/usr/bin/env python3
"""A month under cron: a broadcast every five minutes of news time, against feeds that publish by a script and a hub that
has its bad night.

    month.py [PROGRAM] [--sample] [--seed N]

PROGRAM is the release build unless given; --sample runs two days instead of thirty. The script holds what a month brings:
new articles, corrections, the same story in two feeds, a feed that answers 500 for nine hours, one that moves for good, a
publisher that changes all ids and links, a certificate that nobody vouches for, a night in which the hub fails, an hour
without room on the disk, quiet hours across the end of daylight saving time, a feed that falls silent, and a category.

Checked are: every article that should be sent is, in the run in which it should be and once, and nothing else; standard
output is empty; each line on standard error is one that the script explains, each trouble is told once (or as often as the
insistent ones are) and its end once; exit codes; the ledger and the memory do not grow without end. Exits with 1 on any
violation."""
import argparse
import os
import random
import re
import resource
import sqlite3
import ssl
import subprocess
import sys
import time
from collections import Counter, defaultdict
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import newsroom
from newsroom import Violation

STEP = 5
HOUR, DAY = 60, 24 * 60
MAX_AGE = 6 * HOUR
ZONE = ZoneInfo("Europe/Paris")
QUIET = ("Science", 23, 6)


class Script:
    """When what happens, in minutes after the start; None for what does not."""

    def __init__(self, is_sample):
        self.days = 2 if is_sample else 30
        # Both hold the night to the 25th of October, in which clocks are set back.
        newsroom.START = datetime(2026, 10, 24) if is_sample else datetime(2026, 10, 10)
        at = (lambda day, hour: day * DAY + hour * HOUR)
        self.outage = (at(0, 8), at(0, 12)) if is_sample else (at(4, 8), at(4, 17))
        self.hub_night = (at(0, 20), at(1, 4)) if is_sample else (at(10, 20), at(11, 4))
        self.certificate = (at(1, 9), at(1, 11)) if is_sample else (at(14, 10), at(14, 13))
        self.disk = (at(1, 13), at(1, 14)) if is_sample else (at(16, 12), at(16, 13))
        self.move = at(1, 6) if is_sample else at(8, 9)
        self.new_system = at(1, 7) if is_sample else at(12, 3)
        self.silent_feed = None if is_sample else (at(14, 0), at(21, 0))
        self.silent_category = None if is_sample else (at(20, 0), at(25, 0))
        self.end = self.days * DAY


def within(minute, span):
    return span is not None and span[0] <= minute < span[1]


def is_quiet(minute):
    hour = (newsroom.START + timedelta(minutes=minute)).replace(tzinfo=timezone.utc).astimezone(ZONE).hour
    return hour >= QUIET[1] or hour < QUIET[2]


# Feeds


class Paper:
    """A feed of the script: its articles, and how its server answers."""

    def __init__(self, name, category, kind="http"):
        self.feed, self.kind = newsroom.Feed(name, category), kind
        self.name, self.category = name, category
        self.status, self.moved = 200, False

    def add(self, article):
        self.feed.articles = ([article] + self.feed.articles)[:25]


class Article(newsroom.Article):
    """One item: what names it stays in its title, whatever happens to id and link."""

    def __init__(self, category, name, minute):
        super().__init__(category, name, minute)
        self.id = name

    def item(self):
        return super().item().replace(f">{self.name}</guid>", f">{self.id}</guid>")


class PaperServer(newsroom.FeedServer):
    """Documents by path, a status in the place of one, or an address to which it moved for good."""

    def __init__(self, context=None):
        super().__init__()
        handler = self.server.RequestHandlerClass
        plain = handler.do_GET

        def do_GET(self):
            body = documents.get(self.path)
            if isinstance(body, int):
                self.send_error(body)
            elif isinstance(body, str):
                self.send_response_only(301)
                self.send_header("Location", body)
                self.send_header("Content-Length", "0")
                self.end_headers()
            else:
                plain(self)

        documents = self.documents
        handler.do_GET = do_GET
        if context:
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
            self.address = self.address.replace("http:", "https:")


def make_certificate(folder, name):
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "9999",
         "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", f"{folder}/{name}.key",
         "-out", f"{folder}/{name}.pem"], check=True, capture_output=True)


def plan_articles(script, chance):
    """Articles by minute: for each category at least 35 minutes apart, so that no cap holds one back."""
    papers = {"world-a": "World", "world-c": "World", "politics": "Politics", "business": "Business",
              "technology": "Technology", "science": "Science", "sports": "Sports"}
    by_category = defaultdict(list)
    for name, category in papers.items():
        by_category[category].append(name)
    planned = defaultdict(list)
    for category, names in by_category.items():
        minute, number = 17, 0
        while minute < script.end - 2 * DAY / 24:
            name = chance.choice(names)
            is_off = within(minute, script.silent_category) and category == "Sports"
            if within(minute, script.silent_feed) and name == "world-c":
                name = "world-a"  # the feed falls silent, not its category
            if not is_off and not is_ambiguous(script, category, minute):
                planned[minute].append((name, category, f"{category}-{number}"))
                number += 1
            minute += chance.randint(100, 330)
    return papers, planned


def is_ambiguous(script, category, minute):
    """Whether an article of that minute would be as old as is allowed just when a trouble ends, or become quiet just
    then: what is right then is a matter of seconds."""
    for span in (script.outage, script.hub_night, script.certificate, script.disk):
        if abs(minute + MAX_AGE - span[1]) < 15 or abs(minute - span[1]) < 10 or abs(minute - span[0]) < 10:
            return True
    return category == QUIET[0] and is_quiet(minute - 10) != is_quiet(minute + 10)


def oldest(run, minute):
    """How old a story of that minute may be in a run when quiet hours hold for it: what waits through them may be an hour
    older than they are long, and the night in which clocks are set back has one hour more."""
    end = run
    while not is_quiet(end - STEP) and run - end < DAY:
        end -= STEP
    start = end
    while is_quiet(start - STEP):
        start -= STEP
    while is_quiet(end):
        end += STEP
    waited = minute < end and start - minute < MAX_AGE
    return max(MAX_AGE, end - start + HOUR) if waited else MAX_AGE


def due(script, paper, category, minute):
    """The run in which an article of that minute has to be sent; None for never."""
    run = -(-minute // STEP) * STEP
    seen = None
    while run < script.end:
        is_down = (paper == "politics" and within(run, script.outage)
                   or paper == "sports" and within(run, script.certificate))
        if not within(run, script.disk) and (seen is not None or not is_down):
            seen = run if seen is None else seen
            is_held = category == QUIET[0] and is_quiet(run)
            if run - minute >= (oldest(run, minute) if category == QUIET[0] else MAX_AGE):
                return None
            if not is_held and not within(run, script.hub_night):
                return run
        run += STEP
    return None


# The run


class Month:
    def __init__(self, program, script, seed):
        self.program, self.script, self.chance = program, script, random.Random(seed)
        self.room = newsroom.Newsroom(program)
        self.server = PaperServer()
        for name in ("good", "bad"):
            make_certificate(self.room.folder, name)
        self.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.use_certificate("good")
        self.safe = PaperServer(self.tls)
        papers, self.planned = plan_articles(script, self.chance)
        self.papers = {name: Paper(name, category) for name, category in papers.items()}
        self.papers["world-b"] = Paper("world-b", "World")
        self.papers["sports"].kind = "https"
        self.papers["business"].kind = "file"
        #: The run in which an article must be sent, by its name; what the runs said, with their minutes.
        self.due, self.lines, self.codes, self.memory = {}, [], {}, []
        self.expired, self.later = set(), defaultdict(list)
        self.write_list()
        self.room.write("bulletin.json", CONFIGURATION)

    def close(self):
        self.room.close()
        self.server.stop()
        self.safe.stop()

    def use_certificate(self, name):
        self.tls.load_cert_chain(self.room.path(f"{name}.pem"), self.room.path(f"{name}.key"))

    def write_list(self):
        outlines = ""
        for paper in self.papers.values():
            more = ""
            place = {"http": f"{self.server.address}/{paper.name}", "https": f"{self.safe.address}/{paper.name}",
                     "file": paper.name}[paper.kind]
            if paper.kind == "https":
                more = f' bulletin:caFile="{self.room.path("good.pem")}"'
            outlines += (f'<outline category="/{paper.category}" text="{paper.name}" xmlUrl="{place}"{more}/>')
        head = '<opml version="2.0" xmlns:bulletin="https://bulletin.example/opml"><body>'
        self.room.write("list.opml", f"{head}{outlines}</body></opml>".encode())

    def run(self):
        begun = time.monotonic()
        for name, paper in self.papers.items():
            for number in range(8):
                paper.add(Article(paper.category, f"old-{name}-{number}", -DAY - number * HOUR))
            self.publish(paper)
        self.broadcast(0)
        for minute in range(1, self.script.end):
            self.happen(minute)
            if minute % STEP == 0:
                self.broadcast(minute)
                if sys.stderr.isatty() and minute % HOUR == 0:
                    print(f"\rday {minute // DAY}", end="", file=sys.stderr, flush=True)
        return time.monotonic() - begun

    def publish(self, paper):
        body = paper.feed.document()
        if paper.kind == "file":
            self.room.write(paper.name, body)
        elif paper.status != 200:
            self.server.documents["/" + paper.name] = paper.status
        elif paper.moved:
            self.server.documents["/" + paper.name] = f"{self.server.address}/new/{paper.name}"
            self.server.documents["/new/" + paper.name] = body
        else:
            (self.safe if paper.kind == "https" else self.server).documents["/" + paper.name] = body

    def happen(self, minute):
        script, papers = self.script, self.papers
        for name, category, article in self.planned.pop(minute, ()):
            self.write(papers[name], Article(category, article, minute))
        for change in self.later.pop(minute, ()):
            change()
        if minute in script.outage:
            papers["politics"].status = 500 if minute == script.outage[0] else 200
            self.publish(papers["politics"])
        if minute in script.certificate:
            self.use_certificate("bad" if minute == script.certificate[0] else "good")
        if minute == script.hub_night[0]:
            self.room.hub.control("POST", "faults", {"action": "answer", "status": 500, "method": "POST", "times": None})
        if minute == script.hub_night[1]:
            self.room.hub.control("DELETE", "faults")
        if minute == script.move:
            papers["technology"].moved = True
            self.publish(papers["technology"])
        if minute == script.new_system:
            for article in papers["business"].feed.articles:
                article.id, article.link = "n" + article.id, article.link.replace("/Business", "/b/Business")
                article.link = article.link.replace("/old", "/b/old")
            self.publish(papers["business"])

    def write(self, paper, article):
        paper.add(article)
        self.publish(paper)
        run = due(self.script, paper.name, paper.category, article.minute)
        self.due[article.name] = run
        if run is None and within(article.minute, self.script.hub_night):
            self.expired.add(article.name)
        if self.chance.random() < 0.3:
            self.later[article.minute + 20].append(lambda: self.correct(paper, article))
        if paper.name == "world-a" and self.chance.random() < 0.4:
            self.later[article.minute + 12].append(lambda: self.copy(article))

    def correct(self, paper, article):
        article.title += ", with more"
        self.publish(paper)

    def copy(self, article):
        """Another paper has the same story."""
        copy = Article("World", article.name, article.minute + 9)
        copy.title, copy.id, copy.link = article.title.upper(), "b-" + article.name, article.link
        self.papers["world-b"].add(copy)
        self.publish(self.papers["world-b"])

    def broadcast(self, minute):
        line = "broadcast --feeds list.opml --metrics month.prom"
        before = self.limit if within(minute, self.script.disk) else None
        process = subprocess.Popen(
            self.room.command(line, minute), cwd=self.room.folder, env={**self.room.environment(), "TZ": str(ZONE)},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=before)
        output, errors = process.stdout.read(), process.stderr.read().decode()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        process.stdout.close()
        process.stderr.close()
        if output:
            raise Violation(f"standard output at {newsroom.moment(minute)}: {output[:300]}")
        self.lines += [(minute, text) for text in errors.splitlines()]
        self.codes[minute] = process.returncode
        self.memory.append(usage.ru_maxrss)

    @staticmethod
    def limit():
        # As good as a full disk: no file grows any more.
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))


CONFIGURATION = b"""{
    "maxAge": "6h", "pollAlways": true, "properties": {"stories": "{count}"},
    "quiet": {"zone": "Europe/Paris", "from": "23:00", "to": "06:00", "categories": ["Science"]},
}"""


# The books


def check(month):
    newsroom.raw_ledger(month.room)
    check_sent(month)
    check_lines(month)
    check_codes(month)
    check_growth(month)


def check_sent(month):
    """What was sent, and when, is what should have been."""
    ledger = sqlite3.connect(f"file:{month.room.path('ledger.db')}?immutable=1", uri=True)
    start = int(newsroom.START.replace(tzinfo=timezone.utc).timestamp())
    sent = defaultdict(list)
    for title, at, category in ledger.execute(
            "SELECT t.title, n.intended_at, c.category FROM claims c JOIN story_texts t ON t.story = c.story "
            "JOIN notifications n ON n.id = c.notification WHERE n.state = 'accepted'"):
        name = re.search(r"hears of (\S+) today", title, re.I)[1].lower()
        sent[name].append((at - start) // 60)
    wrong = []
    for name, run in month.due.items():
        found = sent.pop(name.lower(), [])
        if found != ([] if run is None else [run]):
            wrong.append(f"{name} should be sent at {place(run)}, was at {[place(minute) for minute in found]}")
    wrong += [f"{name} should not be sent, was at {[place(minute) for minute in runs]}" for name, runs in sent.items()]
    notifications = Counter(ledger.execute("SELECT target, message FROM notifications WHERE state = 'accepted'"))
    at_hub = Counter(one.key for one in month.room.accepted())
    if notifications != at_hub:
        wrong.append(f"hub and ledger differ: {notifications - at_hub} {at_hub - notifications}")
    ledger.close()
    if wrong:
        raise Violation(f"{len(wrong)} of {len(month.due)} articles: " + "\n".join(wrong[:10]))
    if sum(run is not None for run in month.due.values()) < 10 * month.script.days:
        raise Violation("the script holds hardly any article")


def place(minute):
    return "never" if minute is None else newsroom.moment(minute)


def check_lines(month):
    """Every line is expected, and everything that is expected stands there."""
    script, left = month.script, list(month.lines)

    def take(pattern, count, span):
        nonlocal left
        found = [one for one in left if re.search(pattern, one[1])]
        left = [one for one in left if one not in found]
        if len(found) != count or not all(span[0] <= minute <= span[1] for minute, _ in found):
            told = "; ".join(f"{place(minute)} {text}" for minute, text in found)
            raise Violation(f"told {len(found)} times, not {count}, from {place(span[0])} to {place(span[1])}: "
                            f"/{pattern}/ {told}")

    def trouble(span, first, begins, ends):
        take(begins, 1, (span[0] + first, span[0] + first))
        take(ends, 1, (span[1], span[1] + HOUR))

    take(r"no ledger was found .* taken as known", 1, (0, 0))
    trouble(script.outage, 10, r"politics .*: .*500", r"politics .*reads again")
    trouble(script.certificate, 10, r"sports .*certificate", r"sports .*reads again")
    trouble(script.disk, 0, r"the ledger ledger\.db", r"the ledger can be read and written again")
    take(r"technology .*moved for good", 1, (script.move, script.move + STEP))
    take(r"business .*", 1, (script.new_system, script.new_system + STEP))
    # The night is told at its first refusal, after an hour and after six, as far as there is something to send then.
    told = [one for one in left if "not sent: the hub failed inside (500)" in one[1]]
    take(r"not sent: the hub failed inside \(500\)", len(told), script.hub_night)
    if not 1 <= len(told) <= 3 or any(b[0] - a[0] < HOUR for a, b in zip(told, told[1:])):
        raise Violation(f"the night of the hub is told {len(told)} times: {told}")
    take(r"the hub takes notifications again", 1, (script.hub_night[1], script.hub_night[1] + 8 * HOUR))
    for name in month.expired:
        take(rf"expired unsent: .* of {name} today", 1, (script.hub_night[0] + MAX_AGE, script.hub_night[1] + MAX_AGE))
    if script.silent_feed:
        last = script.silent_feed[0]
        take(r"world-c .*nothing new has been in it", 1, (last + DAY - 8 * HOUR, last + 4 * DAY))
        take(r"world-c .*something new in it again", 1, (script.silent_feed[1], script.silent_feed[1] + DAY))
        last = script.silent_category[0]
        take(r"sports .*nothing new has been in it", 1, (last + DAY - 8 * HOUR, last + 4 * DAY))
        take(r"sports .*something new in it again", 1, (script.silent_category[1], script.silent_category[1] + DAY))
        take(r"Sports: nothing has been sent since", 1, (last + DAY - 8 * HOUR, last + 4 * DAY))
        take(r"Sports: notifications go out again", 1, (script.silent_category[1], script.silent_category[1] + DAY))
    if left:
        lines = "\n".join(f"{place(minute)} {text}" for minute, text in left[:10])
        raise Violation(f"{len(left)} lines that nothing explains:\n{lines}")


def check_codes(month):
    script = month.script
    for minute, code in month.codes.items():
        if within(minute, script.disk):
            expected = {74}
        elif within(minute, script.outage) or within(minute, script.certificate):
            expected = {1}
        elif within(minute, script.hub_night):
            expected = {0, 69}
        else:
            expected = {0}
        if code not in expected:
            raise Violation(f"exit code {code} at {place(minute)}")


def check_growth(month):
    """A ledger of a month of these feeds has some hundred kilobytes, and a run never needs more memory than at first."""
    size = os.path.getsize(month.room.path("ledger.db"))
    if size > 2_000_000 + 300 * len(month.codes):
        raise Violation(f"the ledger has {size} bytes")
    first, last = month.memory[: len(month.memory) // 4], month.memory[-len(month.memory) // 4:]
    if max(last) > 1.2 * max(first) + 2048:
        raise Violation(f"memory grows: from {max(first)} to {max(last)} kB")
    left = [name for name in os.listdir(month.room.path("tmp")) if name.startswith("bulletin")]
    if left:
        raise Violation(f"temporary files are left: {left[:5]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program", nargs="?", default=newsroom.default_program())
    parser.add_argument("--sample", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    script = Script(options.sample)
    month = Month(os.path.abspath(options.program), script, options.seed)
    try:
        seconds = month.run()
        check(month)
    except Violation as violation:
        print(f"VIOLATION: {violation}")
        return 1
    finally:
        month.close()
    size = os.path.getsize
    print(f"{script.days} days, {len(month.codes)} runs in {seconds:.0f} s ({1000 * seconds / len(month.codes):.0f} ms each), "
          f"{sum(run is not None for run in month.due.values())} articles sent, {len(month.lines)} lines told, "
          f"at most {max(month.memory) / 1024:.1f} MB of memory: no violation")
    return 0


if __name__ == "__main__":
    sys.exit(main())
