#!/usr/bin/env python3
"""Opens the page that a dry run makes in a headless Chromium, at a phone's and a desk's width, light and dark, and on
paper, and demands what a unit test cannot see: nothing in the console, no request, nothing that sticks out, text with
enough contrast, a filter that works without script, and a keyboard that reaches everything in the order of the page.

    preview_page.py PROGRAM [--pictures FOLDER]

The browser is spoken to over its debugging pipe, so that no package is needed beside it. Without one the test says that
it was skipped.
"""
import base64
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile

# What publishers put into titles, and what would show that one of them is more than text.
TITLES = {
    "World": ["<script>alert(1)</script>Ferry towed to safety", "مرفأ أفيل يعيد فتح أبوابه بعد العاصفة", "Second bridge opens",
              "<img src=https://tracker.example/1.png onerror=alert(1)>Storm ends"],
    "Politics": ['" onmouseover="alert(1)" x="', "Vote moved to May", "</style><style>*{display:none}</style>Speaker resigns"],
    "Business": ["Rate cut " + "to the last figure after the point " * 130],
    "Technology": ["👨‍👩‍👧‍👦👩🏽‍🚀🏳️‍🌈 Families of signs get a law of their own", "塔恩发布可三折手机明年三月上市并将在全国范围内同时开售首批数量有限预计很快售罄请尽早预约"],
    "Science": ["Z̷̢̛͎̯a̸̡͉̿l̶̰̔g̷̥͠o̵͈͝ found in a lake", "LongWordWithoutAnyBlank" * 20],
    "Sports": ["\u202eevil\u202c final", "Café United 3–2 Rovers"],
}
LINKS = {1: "javascript:alert(1)"}

CHECKS = """(() => {
  const found = [];
  const wide = document.scrollingElement;
  if (wide.scrollWidth > wide.clientWidth) found.push(`the page is ${wide.scrollWidth} wide in ${wide.clientWidth}`);
  for (const e of document.body.querySelectorAll('*')) {
    const box = e.getBoundingClientRect();
    if (box.right > wide.clientWidth + 1 && box.width > 0) found.push(`${e.tagName}.${e.className} sticks out`);
    if (!e.matches('.title, .title *, .body, .body *') && e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0
        && getComputedStyle(e).display !== 'inline') found.push(`${e.tagName}.${e.className} overflows`);
    for (const a of e.attributes) if (a.name.startsWith('on')) found.push(`${e.tagName} has ${a.name}`);
  }
  const odd = document.querySelectorAll('script, img, iframe, object, form, link, base, [style]');
  for (const e of odd) found.push(`there is ${e.outerHTML.slice(0, 80)}`);
  for (const a of document.querySelectorAll('a')) {
    if (!/^(https?:|file:.*#)/.test(a.href)) found.push(`a link to ${a.href}`);
  }
  const rgb = c => { const m = c.match(/[\\d.]+/g).map(Number); return m.length < 4 ? [...m, 1] : m; };
  const light = c => { const [r, g, b] = c.map(v => v / 255).map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b; };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let n; n = walker.nextNode();) {
    if (!n.data.trim() || !n.parentElement.checkVisibility()) continue;
    let back = [255, 255, 255, 1];
    for (let e = n.parentElement; e; e = e.parentElement) {
      const c = rgb(getComputedStyle(e).backgroundColor);
      if (c[3] === 1) { back = c; break; }
    }
    const [a, b] = [light(rgb(getComputedStyle(n.parentElement).color)), light(back)].sort((x, y) => y - x);
    const ratio = (a + .05) / (b + .05);
    if (ratio < 4.5) found.push(`contrast ${ratio.toFixed(2)} of “${n.data.trim().slice(0, 30)}”`);
  }
  return [...new Set(found)];
})()"""

VISIBLE = "[...document.querySelectorAll('.items > li')].filter(e => e.checkVisibility()).length"


class Browser:
    """A headless Chromium behind its debugging pipe (descriptors 3 and 4, messages that end with a zero byte)."""

    def __init__(self, path, profile):
        to_browser, ours_out = os.pipe()
        ours_in, from_browser = os.pipe()

        def place():
            # Numbers that are free first: a pipe may have been given 3 or 4 itself.
            read, write = os.dup(to_browser), os.dup(from_browser)
            read, write = (os.dup2(read, 63), os.dup2(write, 64))
            os.dup2(read, 3)
            os.dup2(write, 4)

        options = ["--headless", "--disable-gpu", "--remote-debugging-pipe", "--hide-scrollbars", "--no-first-run",
                   "--disable-background-networking", "--disable-component-update", "--disable-default-apps",
                   "--disable-dev-shm-usage", f"--user-data-dir={profile}"]
        if os.geteuid() == 0:
            options.append("--no-sandbox")
        self.process = subprocess.Popen([path, *options, "about:blank"], preexec_fn=place, close_fds=False,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.out, self.input, self.rest, self.number, self.events = ours_out, ours_in, b"", 0, []

    def receive(self):
        while b"\0" not in self.rest:
            if not select.select([self.input], [], [], 300)[0]:
                raise SystemExit("the browser says nothing any more")
            piece = os.read(self.input, 1 << 20)
            if not piece:
                raise SystemExit("the browser went away")
            self.rest += piece
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, session=None, **parameters):
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters}
        if session:
            request["sessionId"] = session
        data = json.dumps(request).encode() + b"\0"
        while data:
            data = data[os.write(self.out, data):]
        while True:
            message = self.receive()
            if message.get("id") == self.number:
                if "error" in message:
                    raise SystemExit(f"{method}: {message['error']}")
                return message["result"]
            self.events.append(message)

    def wait(self, method):
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self.receive())

    def close(self):
        self.process.terminate()
        self.process.wait()


class Page:
    def __init__(self, browser, address, width, height, scheme, media="screen"):
        self.browser = browser
        target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.target = target
        for domain in ("Page", "Network", "Runtime", "Log", "Security", "Audits"):
            self.call(domain + ".enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self.call("Emulation.setEmulatedMedia", media=media,
                  features=[{"name": "prefers-color-scheme", "value": scheme}])
        browser.events.clear()
        self.call("Page.navigate", url=address)
        browser.wait("Page.loadEventFired")

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def ask(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in result:
            raise SystemExit(str(result["exceptionDetails"]))
        return result["result"].get("value")

    def noise(self, address):
        """What the console holds, and which requests were made beside the one for the page."""
        found = []
        for event in self.browser.events:
            method, parameters = event.get("method"), event.get("params", {})
            if method in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded", "Audits.issueAdded"):
                found.append(f"{method}: {json.dumps(parameters)[:300]}")
            if method == "Network.requestWillBeSent" and parameters["request"]["url"].split("#")[0] != address:
                found.append("a request for " + parameters["request"]["url"])
        return found

    def picture(self, path):
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 6000), "scale": 1}
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def press_tab(self):
        for kind in ("rawKeyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab", windowsVirtualKeyCode=9)

    def close(self):
        self.browser.call("Target.closeTarget", targetId=self.target)


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def make_page(program, folder):
    outlines = ""
    for category, titles in TITLES.items():
        items = "".join(
            f"<item><title>{escaped(escaped(title))}</title><link>{LINKS.get(number, f'https://news.example/{category}/{number}')}</link>"
            f"<guid isPermaLink=\"false\">{category}-{number}</guid><pubDate>Mon, 30 Nov 2026 09:{50 - number}:00 GMT</pubDate></item>"
            for number, title in enumerate(titles, 1))
        with open(f"{folder}/{category}.xml", "w") as file:
            file.write(f"<rss version=\"2.0\"><channel><title>{category} &lt;b&gt;desk&lt;/b&gt;</title>{items}</channel></rss>")
        outlines += f"<outline text=\"{category} &lt;i&gt;desk\" category=\"/{category}\" xmlUrl=\"{category}.xml\"/>"
    with open(f"{folder}/old.xml", "w") as file:
        items = "".join(f"<item><title>Tide table number {n} of the harbour</title><guid>old-{n}</guid></item>" for n in range(30))
        file.write(f"<rss version=\"2.0\"><channel><title>Old</title>{items}</channel></rss>")
    with open(f"{folder}/list.opml", "w") as file:
        file.write(f"<opml version=\"2.0\"><body>{outlines}<outline text=\"Old\" xmlUrl=\"old.xml\"/>"
                   "<outline text=\"Gone\" xmlUrl=\"gone.xml\"/></body></opml>")
    environment = {"PATH": os.environ["PATH"], "TZ": "UTC", "HOME": folder}
    result = subprocess.run(
        [os.path.abspath(program), "broadcast", "--dry-run", "--format", "html", "--feeds", "list.opml", "--announce-first", "14",
         "--now", "2026-11-30T10:00:00Z", "--ledger", f"{folder}/l.db"],
        cwd=folder, env=environment, capture_output=True)
    if result.returncode != 1:
        raise SystemExit(f"the dry run ended with {result.returncode}: {result.stderr.decode()}")
    path = f"{folder}/preview.html"
    with open(path, "wb") as file:
        file.write(result.stdout)
    return "file://" + os.path.realpath(path)


def check_filter(page):
    """Buttons that are pressed by keyboard or mouse leave what their words and numbers say."""
    found = []
    total = page.ask("document.querySelectorAll('.items > li').length")
    if page.ask(VISIBLE) != total:
        found.append("not everything is shown at first")
    for name in page.ask("[...document.querySelectorAll('input[type=radio]')].map(e => e.id)"):
        count = page.ask(f"(() => {{ const l = document.querySelector('label[for=\"{name}\"]'); l.click(); "
                         "return Number(l.querySelector('.fact').textContent) })()")
        if page.ask(VISIBLE) != count:
            found.append(f"{name} shows {page.ask(VISIBLE)} of {count}")
        page.ask("document.querySelectorAll('[id$=-all]').forEach(e => e.click())")
    if total < 20:
        found.append("too few items to filter")
    return found


def check_keyboard(page):
    """Tab goes through links, buttons and foldable parts in the order in which they stand."""
    wanted = page.ask("""(() => { window.list = [...document.querySelectorAll('a[href], summary, input')].filter(e =>
        e.checkVisibility() && (e.type !== 'radio' || e.checked)); return list.length })()""")
    page.ask("document.activeElement.blur()")
    order = []
    for _ in range(wanted):
        page.press_tab()
        order.append(page.ask("list.indexOf(document.activeElement)"))
    return [] if order == list(range(wanted)) else [f"Tab goes {order}"]


def check_reading(page):
    """What a screen reader is told: headings in their order, a name for everything that can be pressed."""
    found = []
    levels = page.ask("[...document.querySelectorAll('h1, h2, h3, h4')].map(e => Number(e.tagName[1]))")
    if levels[0] != 1 or levels.count(1) != 1 or any(b > a + 1 for a, b in zip(levels, levels[1:])):
        found.append(f"headings go {levels}")
    for node in page.call("Accessibility.getFullAXTree")["nodes"]:
        role = node.get("role", {}).get("value")
        if role in ("link", "radio", "DisclosureTriangle", "button", "figure", "navigation") and not node.get("ignored"):
            if not node.get("name", {}).get("value", "").strip():
                found.append(f"a {role} without a name")
    ids = page.ask("[...document.querySelectorAll('[id]')].map(e => e.id)")
    if len(ids) != len(set(ids)):
        found.append("an id stands twice")
    return found


def main():
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    chromium = next((path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None)
    if not chromium:
        print("skipped: there is no chromium")
        return
    pictures = sys.argv[sys.argv.index("--pictures") + 1] if "--pictures" in sys.argv else None
    if pictures:
        os.makedirs(pictures, exist_ok=True)
    failures = 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        address = make_page(sys.argv[1], folder)
        browser = Browser(chromium, folder + "/profile")
        try:
            for name, width, scheme, media in [
                    ("phone-light", 360, "light", "screen"), ("phone-dark", 360, "dark", "screen"),
                    ("desk-light", 1280, "light", "screen"), ("desk-dark", 1280, "dark", "screen"),
                    ("paper", 720, "light", "print")]:
                page = Page(browser, address, width, 800, scheme, media)
                found = page.ask(CHECKS) + page.noise(address)
                if pictures:
                    page.picture(f"{pictures}/{name}.png")
                if media == "screen":
                    # Unfolded too.
                    page.ask("document.querySelectorAll('details').forEach(e => e.open = true)")
                    found += page.ask(CHECKS)
                    found += check_keyboard(page) + check_reading(page) + check_filter(page)
                found += page.noise(address)
                print(f"{name}: " + ("fine" if not found else ""))
                for line in dict.fromkeys(found):
                    failures += 1
                    print("  " + line)
                page.close()
        finally:
            browser.close()
    if failures:
        raise SystemExit(f"{failures} things are wrong with the page")


main()
