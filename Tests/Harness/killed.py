"""What kills.py kills: each scenario prepares a newsroom, names the command that is killed, and says what is done and
expected afterwards."""
import os
import shutil
import signal
import sqlite3
import time

import newsroom
from newsroom import Violation, link

KILLED = -signal.SIGKILL
CAPS = {"caps": {"default": [], "Sports": [{"bulletins": 1, "per": "60m"}]}}


class Scenario:
    name = line = ""
    #: The minute of the command, and the codes with which it ends when it is not killed.
    minute, codes = 30, {0}
    #: At least so many requests send something.
    requests = 0
    #: What ends the command.
    signal = signal.SIGKILL
    #: It changes what the hub has from before, and is prepared anew for each point.
    changes_hub = False
    #: Try so many points, not all: a run takes long, and most points are alike.
    most = None

    def prepare(self, room):
        """What was before."""
        standard_newsroom(room)

    def arm(self, room):
        """What the hub is told to do just before the command."""

    def recover(self, room):
        """What people and cron do next, after which `run_until_quiet` follows."""
        first_broadcast(room, self.minute + 5)


def standard_newsroom(room):
    """Eight feeds that were seen; sports stories that a cap made wait; then news in most of them: several in one feed,
    the same story in two, a changed headline, a feed without news, one with articles gone."""
    world, wire = room.feed("world.xml", "World"), room.feed("wire.xml", "World", served=True)
    politics, business = room.feed("politics.xml", "Politics", served=True), room.feed("business.xml", "Business")
    science, sports = room.feed("science.xml", "Science", served=True), room.feed("sports.xml", "Sports")
    room.feed("technology.xml", "Technology").add(("old-7", 1), ("old-8", 0))
    for place, feed in enumerate((world, wire, politics, business, science, sports)):
        feed.add((f"old-{place}a", 2), (f"old-{place}b", 1))
    room.publish()
    room.known = {article.link for feed in room.feeds.values() for article in feed.articles}
    newsroom.expect_code(room.broadcast(10), {0}, "the first broadcast")
    sports.add(("match-1", 11))
    announce(room, "match-1")
    newsroom.expect_code(room.broadcast(12), {0}, "the second broadcast")
    sports.add(("match-2", 13), ("match-3", 12))
    announce(room, "match-2", "match-3")
    newsroom.expect_code(room.broadcast(14), {0}, "the third broadcast")
    world.add(("quake", 27), ("ferry", 26), ("storm", 25))
    wire.add(("ferry", 26), ("treaty", 24))
    politics.add(("vote", 28))
    business.articles[0].title = "Business desk corrects what it said about rates"
    business.add(("merger", 27), ("rates", 26))
    science.add(("comet", 22))
    science.articles.pop()
    sports.add(("match-4", 29))
    announce(room, "quake", "ferry", "storm", "treaty", "vote", "merger", "rates", "comet", "match-4")
    room.publish()


def announce(room, *names):
    room.fresh |= {link(name) for name in names}
    room.publish()


def silence(room, *names):
    """They are to be announced no more."""
    room.fresh -= {link(name) for name in names}
    room.known |= {link(name) for name in names}


def first_broadcast(room, minute, more=""):
    """The next run of cron: it says so if the kill left an intent without a result."""
    left = newsroom.raw_ledger(room)
    outcome = room.broadcast(minute, more)
    newsroom.expect_code(outcome, {3} if left else {0}, f"the next broadcast, {left} intents being left,")
    newsroom.settle_unknown(room, minute, newsroom.check_books(room, minute))


class News(Scenario):
    """The broadcast that matters: four bulletins, one category waiting."""
    name, line, requests = "news", "broadcast --feeds list.opml", 4


class FirstSight(Scenario):
    """No ledger yet: everything is taken as known, however often the first run is cut off."""
    name, line, minute = "first-sight", "broadcast --feeds list.opml", 5

    def prepare(self, room):
        for category in ("World", "Sports"):
            feed = room.feed(category.lower() + ".xml", category, served=category == "Sports")
            feed.add((category + "-a", 2), (category + "-b", 1))
        room.known = {article.link for feed in room.feeds.values() for article in feed.articles}
        room.publish()

    def recover(self, room):
        first_broadcast(room, 10)
        room.feeds["world.xml"].add(("quake", 11))
        announce(room, "quake")


class AnnounceFirst(FirstSight):
    """No ledger yet, and the newest three are to be announced: each once, and the fourth never."""
    name, line, requests = "announce-first", "broadcast --feeds list.opml --announce-first 3", 2

    def prepare(self, room):
        room.feed("world.xml", "World").add(("quake", 4), ("ferry", 3), ("old", 1))
        room.feed("sports.xml", "Sports", True).add(("match", 2))
        room.known = {link("old")}
        announce(room, "quake", "ferry", "match")

    def recover(self, room):
        first_broadcast(room, 10, "--announce-first 3")


class HandSend(Scenario):
    """An editor sends what no feed has yet; sends it again when the program was killed; then a feed brings it."""
    name, line = "send", ["send", "Sports", "Final whistle in Norhaven", "--link", link("match-5")]
    requests, repeats = 1, True

    def recover(self, room):
        check_hand_stories(room)
        if self.repeats:
            left = newsroom.raw_ledger(room)
            recorded = any(one["origin"] == "send" for one in room.history(self.minute + 1)["notifications"])
            outcome = room.run(self.line, self.minute + 1)
            what = f"the hand send, repeated, {left} intents being left,"
            newsroom.expect_code(outcome, {64} if recorded else {0}, what)
            # No broadcast has read yet what the feeds bring.
            history = room.history(self.minute + 1)
            newsroom.check_notifications(history, room.accepted(), is_end=False)
            newsroom.settle_unknown(room, self.minute + 1, history)
        room.feeds["sports.xml"].add(("match-5", 31))
        announce(room, "match-5")
        first_broadcast(room, self.minute + 5)


def check_hand_stories(room):
    """What an editor told has its story and its intent, or neither."""
    rows = ledger_rows(room, """
        SELECT (SELECT count(*) FROM items i JOIN feeds f ON f.id = i.feed WHERE f.location = 'sent by hand'),
            (SELECT count(*) FROM notifications WHERE origin = 'send')""")
    if rows[0][0] > rows[0][1]:
        raise Violation(f"{rows[0][0]} stories were made for {rows[0][1]} messages sent by hand")


def ledger_rows(room, question):
    """What the ledger says, as a run that opens it would see it."""
    with newsroom.copied_ledger(room) as path:
        database = sqlite3.connect(path)
        try:
            return database.execute(question).fetchall()
        finally:
            database.close()


class HandSendOnce(HandSend):
    """The same, and the editor does not send it again: the feed's article is announced if the message was not."""
    name, repeats = "send-once", False


class HandSendWaiting(HandSend):
    """An editor sends a story that waits for its cap."""
    name, line = "send-waiting", ["send", "Sports", "It is over", "--as-is", "--link", link("match-3")]


class HandSendTags(HandSendOnce):
    """An editor sends to a tag expression: the story has no category before a feed brings it."""
    name, line = "send-tags", ["send", "--tags", "Sports && !Quiet", "It is over now", "--link", link("match-5")]


class Resolve(Scenario):
    """What a kill left unknown is settled, and that is killed."""
    word = "sent"

    def __init__(self):
        self.name, self.line = f"resolve-{self.word}", f"resolve 2 {self.word}"

    def prepare(self, room):
        standard_newsroom(room)
        room.hub.control("POST", "faults", {"action": "drop", "takes_request": self.word == "sent", "method": "POST"})
        newsroom.expect_code(room.broadcast(25), {3}, "a broadcast whose answer is lost")

    def recover(self, room):
        state = next(one["state"] for one in room.history(self.minute)["notifications"] if one["id"] == 2)
        outcome = room.run(self.line, self.minute + 1)
        newsroom.expect_code(outcome, {0} if state == "unknown" else {65}, f"resolve, repeated, of what is {state},")
        first_broadcast(room, self.minute + 5)


class ResolveUnsent(Resolve):
    word = "unsent"


class Recovering(Scenario):
    """A broadcast that finds what a killed one left: a log to replay, and an intent without a result."""
    name, line, codes, requests = "recovering", "broadcast --feeds list.opml", {3}, 3

    def prepare(self, room):
        standard_newsroom(room)
        room.hub.control("POST", "faults", {"action": "hold", "method": "POST"})
        room.hub.control("DELETE", "requests")
        process = room.start(self.line, 20)
        while not any(one["method"] == "POST" for one in room.hub.requests()) and process.poll() is None:
            time.sleep(0.001)
        process.kill()
        newsroom.expect_code(newsroom.finish(process), {KILLED}, "a broadcast whose answer is held back")
        room.hub.control("POST", "release")
        room.hub.wait_for_quiet()
        if newsroom.raw_ledger(room) != 1:
            raise Violation("the prepared kill left no intent")


class Refusing(Scenario):
    """The hub refuses one story, takes the rest of its bulletin, fails inside with the next, and is closed for the
    others: parking and holding back are killed."""
    name, line, codes, requests = "refusing", "broadcast --feeds list.opml", {1}, 4
    may_park = True

    def arm(self, room):
        room.hub.control("POST", "faults", [
            {"action": "answer", "status": 400, "method": "POST"},
            {"action": "answer", "status": 500, "method": "POST", "skipping": 1},
            {"action": "answer", "status": 503, "retry_after": 1200, "method": "POST", "skipping": 1}])

    def recover(self, room):
        left = newsroom.raw_ledger(room)
        outcome = room.broadcast(self.minute + 5)
        closed = room.history(self.minute + 5)["hub_closed_until"]
        expected = {3} if left else {1} if closed else {0}
        newsroom.expect_code(outcome, expected, f"the next broadcast, the hub being closed until {closed},")
        history = newsroom.check_books(room, self.minute + 5, may_park=True)
        newsroom.settle_unknown(room, self.minute + 5, history)


class FirstSightParts(FirstSight):
    """First sight of so many items that they go into the ledger in several commits, while feeds are still being read."""
    name, most = "first-sight-parts", 100
    #: More than the 16,384 items that are held at once are there when 32 feeds were read.
    feeds, items = 70, 520

    def prepare(self, room):
        for number in range(self.feeds):
            name = f"feed-{number}.xml"
            feed = room.feed("world.xml" if number == 0 else name, newsroom.CATEGORIES[number % 6])
            feed.add(*((f"old-{number}-{item}", 1) for item in range(self.items)))
        room.known = {article.link for feed in room.feeds.values() for article in feed.articles}
        room.publish()

    def recover(self, room):
        first_broadcast(room, 10)
        room.feeds["world.xml"].add(("quake", 11))
        room.feeds[f"feed-{self.feeds - 1}.xml"].add(("comet", 11))
        announce(room, "quake", "comet")


class AnnounceFirstLater(Scenario):
    """A feed is put into the list, and its newest two are to be announced: each once, and the third never."""
    name, line, requests = "announce-first-later", "broadcast --feeds list.opml --announce-first 2", 1

    def prepare(self, room):
        room.feed("world.xml", "World", True).add(("old", 1))
        room.publish()
        newsroom.expect_code(room.broadcast(5), {0}, "the first broadcast")
        room.feed("science.xml", "Science").add(("comet", 29), ("whale", 28), ("moss", 2))
        room.known = {link("old"), link("moss")}
        announce(room, "comet", "whale")

    def recover(self, room):
        first_broadcast(room, self.minute + 5, "--announce-first 2")


class Drop(Scenario):
    """An editor drops a story that waits; it is dropped again, and never announced."""
    name = "drop"

    def prepare(self, room):
        standard_newsroom(room)
        waiting = room.history(self.minute)["waiting"]
        number = next(one["story"] for one in waiting if one["link"] == link("match-3"))
        self.line = f"drop {number}"

    def recover(self, room):
        waits = link("match-3") in (one["link"] for one in room.history(self.minute)["waiting"])
        outcome = room.run(self.line, self.minute + 1)
        state = "waits" if waits else "is out"
        newsroom.expect_code(outcome, {0} if waits else {65}, f"drop, repeated, of what {state},")
        silence(room, "match-3")
        first_broadcast(room, self.minute + 5)


class Pause(Scenario):
    """A category is paused; again; its news wait until it is resumed, and then go out once."""
    name, line = "pause", "pause World"

    def recover(self, room):
        newsroom.expect_code(room.run("pause World", self.minute + 1), {0}, "pause, repeated,")
        first_broadcast(room, self.minute + 5)
        if any(one.target == "World" for one in room.accepted()):
            raise Violation("what is paused was sent")
        newsroom.expect_code(room.run("resume World", self.minute + 6), {0}, "resume")


class Resume(Scenario):
    """A paused category is resumed; again; its news go out once."""
    name, line = "resume", "resume World"

    def prepare(self, room):
        standard_newsroom(room)
        newsroom.expect_code(room.run("pause World", 20), {0}, "pause")
        newsroom.expect_code(room.broadcast(29), {0}, "a broadcast while the category is paused")

    def recover(self, room):
        newsroom.expect_code(room.run("resume World", self.minute + 1), {0}, "resume, repeated,")
        first_broadcast(room, self.minute + 5)


class SendLater(HandSendOnce):
    """An editor gives the hub a message that it keeps until tomorrow."""
    name, repeats = "send-later", False
    line = [*HandSend.line, "--at", newsroom.moment(24 * 60)]


class Cancel(Scenario):
    """What the hub keeps for later is taken back; again; then the story goes out when a feed brings it."""
    name, line, changes_hub = "cancel", "cancel 2", True

    def prepare(self, room):
        standard_newsroom(room)
        words = ["send", "World", "Quake, says our man there", "--link", link("quake"),
                 "--at", newsroom.moment(24 * 60)]
        newsroom.expect_code(room.run(words, 20), {0}, "a hand send for later")

    def recover(self, room):
        state = next(one["state"] for one in room.history(self.minute)["notifications"] if one["id"] == 2)
        outcome = room.run(self.line, self.minute + 1)
        newsroom.expect_code(outcome, {65} if state == "cancelled" else {0}, f"cancel, repeated, of what is {state},")
        first_broadcast(room, self.minute + 5)


class Adopt(Scenario):
    """Everything is taken as known: what waits, and what was never read; only what comes later goes out."""
    name, line = "adopt", "broadcast --feeds list.opml --adopt"

    def recover(self, room):
        silence(room, *(name.rsplit("/", 1)[1] for name in room.fresh if name != link("match-1")))
        first_broadcast(room, self.minute + 5, "--adopt")
        room.feeds["world.xml"].add(("eclipse", self.minute + 6))
        announce(room, "eclipse")


class AdoptCopy(Adopt):
    """The same with a ledger that was restored from a backup: until everything is taken in, it is refused."""
    name = "adopt-copy"

    def prepare(self, room):
        standard_newsroom(room)
        shutil.move(room.path("ledger.db"), room.path("tmp/backup"))
        shutil.copyfile(room.path("tmp/backup"), room.path("ledger.db"))
        newsroom.expect_code(room.broadcast(29), {78}, "a broadcast with a copy")

    def recover(self, room):
        number = int(ledger_rows(room, "SELECT value FROM meta WHERE key = 'inode'")[0][0])
        is_own = number == os.stat(room.path("ledger.db")).st_ino
        silence(room, *(name.rsplit("/", 1)[1] for name in room.fresh if name != link("match-1")))
        outcome = room.broadcast(self.minute + 1)
        state = "taken over" if is_own else "refused"
        newsroom.expect_code(outcome, {0} if is_own else {78}, f"a broadcast with a copy that is to be {state},")
        super().recover(room)


class UpdateFeeds(Scenario):
    """A feed moved for good, and its new address is put into the list: that is the old one or the new one, and whole."""
    name, line, requests = "update-feeds", "broadcast --feeds list.opml --update-feeds", 4

    def prepare(self, room):
        standard_newsroom(room)
        room.move("politics.xml")

    def recover(self, room):
        self.check_list(room, is_new=None)
        first_broadcast(room, self.minute + 5, "--update-feeds")
        self.check_list(room, is_new=True)

    def check_list(self, room, is_new):
        with open(room.path("list.opml"), encoding="utf-8") as file:
            text = file.read()
        lists = {False: room.list, True: room.list.replace("/politics.xml", "/moved/politics.xml")}
        if text not in ([lists[is_new]] if is_new is not None else lists.values()):
            raise Violation(f"the feed list is neither the old one nor the new one, or not the right one: {text}")


class Stopped:
    """Told to stop at any moment, a command finishes the request that is under way: nothing becomes unknown."""
    signal = signal.SIGTERM


class NewsStopped(Stopped, News):
    name = "news-term"


class FirstSightStopped(Stopped, FirstSight):
    name = "first-sight-term"


class RefusingStopped(Stopped, Refusing):
    name = "refusing-term"


class UpdateFeedsStopped(Stopped, UpdateFeeds):
    name = "update-feeds-term"


class HandSendStopped(Stopped, HandSendWaiting):
    name, signal = "send-int", signal.SIGINT


class CancelStopped(Stopped, Cancel):
    name, signal = "cancel-int", signal.SIGINT


SCENARIOS = [
    News(), FirstSight(), FirstSightParts(), AnnounceFirst(), AnnounceFirstLater(), HandSend(), HandSendOnce(),
    HandSendWaiting(), HandSendTags(), SendLater(), Resolve(), ResolveUnsent(), Recovering(), Refusing(), Drop(), Pause(),
    Resume(), Cancel(), Adopt(), AdoptCopy(), UpdateFeeds(), NewsStopped(), FirstSightStopped(), RefusingStopped(),
    UpdateFeedsStopped(), HandSendStopped(), CancelStopped()]
