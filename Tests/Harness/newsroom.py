"""What the harnesses of this folder share: a newsroom with feeds and a ledger, the local hub as a process of its own,
and the books: what the hub took in, compared with what the ledger says.

Only the hub's own record counts as sent. Stories are known by their links, notifications by target and message. Times
are minutes after a start, given with --now. That is the hour at which a harness begins: a hub keeps scheduled messages
by its own clock."""
import http.client
import http.server
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import threading
import time
from collections import Counter
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone

START = datetime.now(timezone.utc).replace(tzinfo=None, minute=0, second=0, microsecond=0)
CATEGORIES = ["World", "Politics", "Business", "Technology", "Science", "Sports"]


def moment(minutes):
    """The news time so many minutes after the start, as --now takes it."""
    return (START + timedelta(minutes=minutes)).strftime("%Y-%m-%dT%H:%M:%SZ")


def working_folder():
    """A folder in memory where there is one: SIGKILL keeps what was written anyway, and the disk is not on trial."""
    memory = "/dev/shm"
    return tempfile.mkdtemp(prefix="bulletin-", dir=memory if os.access(memory, os.W_OK) else None)


def default_program():
    """The release build, or else the debug build."""
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".build")
    for kind in ("release", "debug"):
        path = os.path.abspath(os.path.join(root, kind, "bulletin"))
        if os.access(path, os.X_OK):
            return path
    return "bulletin"


class Violation(Exception):
    """A promise that was broken."""


# Feeds


class Feed:
    """A feed with the articles that it carries at the moment, the newest first."""

    def __init__(self, name, category, served=False):
        self.name, self.category, self.served, self.articles = name, category, served, []

    def add(self, *articles):
        """Puts articles on top: pairs of a name, of which the link is made, and a minute; or triples with a title."""
        self.articles = [Article(self.category, *article) for article in articles] + self.articles

    def document(self):
        items = "".join(article.item() for article in self.articles)
        return f'<rss version="2.0"><channel><title>{self.name}</title>{items}</channel></rss>'.encode()


class Article:
    """One item; its link names it, its title can change."""

    def __init__(self, category, name, minute, title=None):
        self.name, self.minute, self.link = name, minute, link(name)
        self.title = title or f"{category} desk hears of {name} today"

    def item(self):
        date = (START + timedelta(minutes=self.minute)).strftime("%a, %d %b %Y %H:%M:%S GMT")
        return (f"<item><title>{self.title}</title><link>{self.link}</link>"
                f'<guid isPermaLink="false">{self.name}</guid><pubDate>{date}</pubDate></item>')


def link(name):
    return f"https://news.example/{name}"


class FeedServer:
    """Feeds over HTTP, with entity tags: what did not change is answered with 304, what moved with 301."""

    def __init__(self):
        documents, moved = self.documents, self.moved = {}, {}

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                body = documents.get(self.path)
                tag = f'"{hash(body) & 0xFFFFFFFF:x}"'
                status = 404 if body is None else 304 if self.headers["If-None-Match"] == tag else 200
                if self.path in moved:
                    status = 301
                self.send_response_only(status)
                if status == 301:
                    self.send_header("Location", moved[self.path])
                else:
                    self.send_header("ETag", tag)
                self.send_header("Content-Length", str(len(body) if status == 200 else 0))
                self.end_headers()
                if status == 200:
                    self.wfile.write(body)

            def log_message(self, *arguments):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *arguments):
                pass  # a client that was killed

        self.server = Server(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


# The hub


class Hub:
    """The local hub, a process of its own."""

    def __init__(self, program, folder):
        self.process = subprocess.Popen(
            [program, "emulator", "--format", "json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=folder,
            env={"PATH": os.environ.get("PATH", ""), "TMPDIR": folder})
        facts = json.loads(self.process.stdout.readline())
        self.port, self.connection_string = facts["port"], facts["connection_string"]
        self.left_aside, self.refused = set(), 0

    def stop(self):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()

    def control(self, method, path, body=None):
        """Asks one of the control paths. A connection that is refused by a fault is counted, and made again."""
        while True:
            connection = http.client.HTTPConnection("127.0.0.1", self.port)
            try:
                headers = {"Connection": "close", "Content-Type": "application/json"}
                text = None if body is None else json.dumps(body)
                connection.request(method, f"/$emulator/{path}", text, headers)
                answer = connection.getresponse()
                text = answer.read()
                if answer.status != 200:
                    raise RuntimeError(f"{method} {path}: {answer.status} {text}")
                return json.loads(text)
            except (ConnectionError, http.client.HTTPException):
                self.refused += 1
                if self.process.poll() is not None:
                    raise
            finally:
                connection.close()

    def wait_for_quiet(self):
        """Waits until the hub has dealt with what clients that are gone left in its sockets.

        A connection on which a request was begun and never ended may stay until the hub's idle time is over: the end
        of the stream that comes together with the last bytes is not always noticed. Nothing more will come of it, so
        that it is left aside when it has not moved for a while."""
        begun = moved = time.monotonic()
        looks = 0
        while open_ones := self.connections():
            now = time.monotonic()
            if not all(is_spent for is_spent in open_ones.values()):
                moved, looks = now, 0
            looks += 1
            if now - moved > 0.5 and looks > 20:
                self.left_aside |= open_ones.keys()
                return
            if now - begun > 60:
                raise RuntimeError("a connection to the hub stays open though its client is gone")
            time.sleep(0.002)

    def connections(self):
        """The peers of open connections, with whether the peer is gone and everything that it sent was read."""
        established, syn_received, close_wait = "01", "03", "08"
        found = {}
        with open("/proc/net/tcp", encoding="ascii") as table:
            for line in table:
                _, local, peer, state, queues = line.split()[:5]
                if local.endswith(f":{self.port:04X}") and state in (established, syn_received, close_wait):
                    # The end of the stream counts as one byte.
                    found[peer] = state == close_wait and int(queues.split(":")[1], 16) <= 1
        self.left_aside &= found.keys()
        return {peer: is_spent for peer, is_spent in found.items() if peer not in self.left_aside}

    def accepted(self):
        """What was taken in, in order, also what was given back. After a client was killed or gave up, wait for quiet
        first."""
        return [Accepted(entry) for entry in self.control("GET", "notifications")["notifications"]]

    def requests(self):
        """The log of requests since it was emptied last."""
        return self.control("GET", "requests")["requests"]


class Accepted:
    """A notification that the hub took in."""

    def __init__(self, entry):
        properties = json.loads(entry["body"])
        self.is_taken_back = entry["state"] == "Cancelled"
        self.id, self.target, self.message = entry["id"], entry["tags"], properties["messageParam"]
        self.stories = int(properties["stories"]) if "stories" in properties else None

    @property
    def key(self):
        return self.target, self.message


# The newsroom


class Outcome:
    """How a command ended."""

    def __init__(self, code, output, errors):
        self.code, self.output, self.errors = code, output, errors


class Newsroom:
    """A folder with feeds, configuration and ledger, and a hub; what is expected of the stories in it."""

    def __init__(self, program, configuration=None):
        self.program, self.ledger = program, "ledger.db"
        self.folder = working_folder()
        self.server, self.hub, self.seen = FeedServer(), None, set()
        self.renew_hub()
        self.configuration = {"maxAge": "24h", "pollAlways": True, "properties": {"stories": "{count}"}}
        self.reset(configuration)

    def reset(self, configuration=None):
        """Empties the folder: another newsroom at the same place."""
        for name in os.listdir(self.folder):
            path = os.path.join(self.folder, name)
            shutil.rmtree(path) if os.path.isdir(path) else os.unlink(path)
        os.mkdir(self.path("tmp"))
        self.server.documents.clear()
        self.server.moved.clear()
        self.feeds, self.list = {}, ""
        #: Links of stories that have to be announced, each once; and of those that must never be.
        self.fresh, self.known = set(), set()
        self.write("bulletin.json", json.dumps({**self.configuration, **(configuration or {})}).encode())
        self.forget_hub()

    def close(self):
        self.hub.stop()
        self.server.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def renew_hub(self):
        """Another hub process: its record does not grow for ever. Ledgers of the loopback address stay valid."""
        if self.hub:
            self.hub.stop()
        self.hub, self.seen = Hub(self.program, self.folder), set()
        self.earlier = []

    def forget_hub(self):
        """What the hub took in until now belongs to another story."""
        self.seen = {accepted.id for accepted in self.hub.accepted()}
        self.earlier = []

    def accepted(self):
        """What the hub took in from this newsroom."""
        found = self.hub.accepted()
        given_back = {one.id for one in found if one.is_taken_back}
        all_of_it = self.earlier + [accepted for accepted in found if accepted.id not in self.seen]
        return [one for one in all_of_it if one.id not in given_back]

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, data):
        with open(self.path(name), "wb") as file:
            file.write(data)

    def feed(self, name, category, served=False):
        self.feeds[name] = Feed(name, category, served)
        return self.feeds[name]

    def publish(self):
        """Makes files and addresses say what the feeds carry."""
        outlines = ""
        for feed in self.feeds.values():
            place = f"{self.server.address}/{feed.name}" if feed.served else feed.name
            outlines += f'<outline category="/{feed.category}" text="{feed.name}" xmlUrl="{place}"/>'
            if feed.served:
                path = "/" + feed.name
                self.server.documents[self.server.moved.get(path, path)] = feed.document()
            else:
                self.write(feed.name, feed.document())
        text = f'<opml version="2.0"><body>{outlines}</body></opml>'
        # What a command put into the list stays there.
        if text != self.list:
            self.list = text
            self.write("list.opml", text.encode())

    def move(self, name):
        """From now on a feed is at another address for good, and says so."""
        self.server.moved[f"/{name}"] = f"/moved/{name}"
        self.publish()

    def command(self, line, minute):
        words = [line] if isinstance(line, str) else line
        words = [part for word in words for part in (word.split() if word is line else [word])]
        ledger = ["--ledger", self.ledger, "--config", "bulletin.json", "--now", moment(minute)]
        return [self.program] + words + ledger

    def environment(self):
        return {"PATH": os.environ.get("PATH", ""), "BULLETIN_HUB_CONNECTION_STRING": self.hub.connection_string,
                "TMPDIR": self.path("tmp"), "TZ": "UTC"}

    def start(self, line, minute, wrapper=()):
        return subprocess.Popen(
            [*wrapper, *self.command(line, minute)], cwd=self.folder, env=self.environment(),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(self, line, minute, wrapper=()):
        return finish(self.start(line, minute, wrapper))

    def broadcast(self, minute, more=""):
        return self.run(f"broadcast --feeds list.opml {more}", minute)

    def history(self, minute):
        outcome = self.run("history --format json --since 7d", minute)
        if outcome.code != 0:
            raise Violation(f"history ends with {outcome.code}: {outcome.errors.strip()}")
        return json.loads(outcome.output)

    # Keeping and restoring a state

    def snapshot(self):
        """Everything in the folder, to be restored."""
        names = [name for name in os.listdir(self.folder) if os.path.isfile(self.path(name))]
        files = {}
        for name in names:
            with open(self.path(name), "rb") as file:
                files[name] = file.read()
        articles = {name: list(feed.articles) for name, feed in self.feeds.items()}
        return files, self.accepted(), articles, set(self.fresh), set(self.known)

    def restore(self, snapshot):
        """Writes into the files that are there: a ledger knows the number of its file, and refuses copies."""
        files, accepted, articles, fresh, known = snapshot
        self.fresh, self.known = set(fresh), set(known)
        for name, feed in self.feeds.items():
            feed.articles = list(articles[name])
        for name in os.listdir(self.folder):
            if name not in files and os.path.isfile(self.path(name)):
                os.unlink(self.path(name))
        for name, data in files.items():
            self.write(name, data)
        shutil.rmtree(self.path("tmp"))
        os.mkdir(self.path("tmp"))
        self.publish()
        self.forget_hub()
        self.earlier = accepted


def finish(process):
    """Waits for a command to end. A command that hangs is killed, and shows as such by its code."""
    try:
        output, errors = process.communicate(timeout=120)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        output, errors = process.communicate()
        errors += b"(killed by the harness: it hung)"
    return Outcome(process.returncode, output.decode(errors="replace"), errors.decode(errors="replace"))


# The books


@contextmanager
def copied_ledger(room):
    """The path of a copy of the ledger with its log, which is gone afterwards."""
    with tempfile.TemporaryDirectory(dir=room.path("tmp")) as copy:
        for ending in ("", "-wal"):
            if os.path.exists(room.path(room.ledger + ending)):
                shutil.copyfile(room.path(room.ledger + ending), os.path.join(copy, "ledger.db" + ending))
        yield os.path.join(copy, "ledger.db")


def raw_ledger(room):
    """Looks at the file as it lies there, in a copy: checks every page, and counts intents without a result. None where
    there is no ledger yet."""
    if not os.path.exists(room.path(room.ledger)):
        return None
    with copied_ledger(room) as path:
        database = sqlite3.connect(path)
        try:
            words = [row[0] for row in database.execute("PRAGMA integrity_check")]
            orphans = database.execute("PRAGMA foreign_key_check").fetchall()
            if words != ["ok"] or orphans:
                raise Violation(f"the ledger is damaged: {words[:3]} {orphans[:3]}")
            return database.execute("SELECT count(*) FROM notifications WHERE state = 'intended'").fetchone()[0]
        except sqlite3.Error as error:
            raise Violation(f"the ledger cannot be read: {error}") from error
        finally:
            database.close()


#: States of notifications that no phone got, or will get.
UNSENT = ("not_sent", "cancelled")
#: Those that the hub has.
SENT = ("accepted", "scheduled")


def check_books(room, minute, is_end=False, may_park=False):
    """Compares the hub's record with the ledger's; gives the history. At the end nothing may be left open."""
    history, accepted = room.history(minute), room.accepted()
    check_notifications(history, accepted, is_end)
    check_stories(room, history, is_end, may_park)
    return history


def check_notifications(history, accepted, is_end):
    """No notification was taken in twice, nor one that the ledger would send again, and none that it calls sent is
    missing."""
    at_hub = Counter(one.key for one in accepted)
    sent = Counter(key(one) for one in history["notifications"] if one["state"] in SENT)
    maybe = Counter(key(one) for one in history["notifications"] if one["state"] not in SENT + UNSENT)
    for name, count in at_hub.items():
        if count > sent[name] + maybe[name]:
            listed = sent[name] + maybe[name]
            raise Violation(f"the hub took in {count} times what the ledger has {listed} times: {name}")
    for name, count in sent.items():
        if count > at_hub[name]:
            raise Violation(f"the ledger calls sent {count} times what the hub took in {at_hub[name]} times: {name}")
    if is_end and maybe:
        raise Violation(f"an outcome is open at the end: {list(maybe)}")
    by_key = {key(one): len(one["stories"]) for one in history["notifications"] if one["state"] not in UNSENT}
    for one in accepted:
        if one.stories is not None and at_hub[one.key] == 1 and "send" not in origins(history, one.key):
            if one.stories != by_key[one.key]:
                raise Violation(f"sent as {one.stories} stories, recorded as {by_key[one.key]}: {one.key}")


def origins(history, name):
    return {one["origin"] for one in history["notifications"] if key(one) == name}


def check_stories(room, history, is_end, may_park):
    """Each fresh story is in one notification, or waits, or (refused by the hub for what it says) is listed as parked;
    what is known is in none."""
    said = Counter(story["link"] for one in history["notifications"] if one["state"] not in UNSENT
                   for story in one["stories"])
    waiting = Counter(story["link"] for story in history["waiting"])
    parked = {story["link"] for story in history["unannounced"] if story["state"] == "parked"} if may_park else set()
    for link in room.fresh:
        if said[link] > 1:
            raise Violation(f"a story is in {said[link]} notifications: {link}")
        if said[link] + waiting[link] + (link in parked) == 0:
            raise Violation(f"a story is lost: {link}")
        if said[link] and waiting[link]:
            raise Violation(f"a story waits though it was announced: {link}")
        if is_end and waiting[link]:
            raise Violation(f"a story waits at the end: {link}")
    for link in room.known:
        if said[link] or waiting[link]:
            raise Violation(f"a story that was known is announced: {link}")


def key(notification):
    return notification["target"], notification["message"]


def settle_unknown(room, minute, history):
    """Settles what is unknown by the hub's record, as somebody who looks at every phone would; gives how many."""
    left = Counter(one.key for one in room.accepted())
    left.subtract(key(one) for one in history["notifications"] if one["state"] in SENT)
    settled = 0
    for one in history["notifications"]:
        if one["state"] != "unknown":
            continue
        was_sent = left[key(one)] > 0
        left[key(one)] -= was_sent
        expect_code(room.run(f"resolve {one['id']} {'sent' if was_sent else 'unsent'}", minute), {0}, "resolve")
        settled += 1
    return settled


def run_until_quiet(room, minute, may_park=False, step=61):
    """Broadcasts and settles until nothing waits and a run sends nothing more, then closes the books."""
    for _ in range(12):
        before = len(room.accepted())
        expect_code(room.broadcast(minute), {0}, "a broadcast with a sound hub")
        history = check_books(room, minute, may_park=may_park)
        settled = settle_unknown(room, minute, history)
        if len(room.accepted()) == before and not settled and not history["waiting"]:
            check_notifications(history, room.accepted(), is_end=True)
            check_stories(room, history, is_end=True, may_park=may_park)
            return
        minute += step
    raise Violation("it does not become quiet")


def expect_code(outcome, expected, what):
    if outcome.code not in expected:
        raise Violation(f"{what} ends with {outcome.code}, not {sorted(expected)}: {outcome.errors.strip()}")
