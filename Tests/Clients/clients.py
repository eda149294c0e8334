"""Two clients of the service that others wrote, against the local hub: each call must be answered as the service does.

    clients.py PROGRAM FOLDER       FOLDER holds certificate.pem and key.pem
"""

import contextlib
import io
import json
import re
import subprocess
import sys
import urllib.request
from datetime import datetime, timedelta, timezone

import azure_notification_hub as first
import notificationhubs_rest_python.NotificationHub as second

program, folder = sys.argv[1:3]
FULL, LISTEN, SEND = (
    "DefaultFullSharedAccessSignature", "DefaultListenSharedAccessSignature", "SendSharedAccessSignature")
TOAST = '<toast><visual><binding template="ToastText01"><text id="1">{}</text></binding></visual></toast>'
failures = []
checks = 0


def expect(what, got, wanted):
    global checks
    checks += 1
    if got != wanted:
        failures.append(what)
        print(f"WRONG {what}: {got!r}"[:2000], f"not {wanted!r}"[:2000], sep="\n    ")


class Hub:
    """A local hub that runs for the time of a `with`."""

    def __init__(self, *options):
        self.process = subprocess.Popen(
            [program, "emulator", "--format", "json", "--empty", "--hub", "desk", *options], stdout=subprocess.PIPE,
            text=True)
        self.facts = json.loads(self.process.stdout.readline())

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.terminate()
        self.process.wait()

    def connection_string(self, rule=FULL):
        return self.facts["connection_strings"][rule].replace("127.0.0.1", "localhost")

    def three_parts(self, rule=FULL):
        """Without the EntityPath, which the second client refuses."""
        return self.connection_string(rule).rsplit(";", 1)[0]

    def read(self, path):
        # The service's rights are for its paths; the hub's own are open to this machine.
        endpoint = re.search("Endpoint=(.*?);", self.connection_string()).group(1).replace("sb:", "https:")
        request = urllib.request.Request(endpoint + path, headers={"Accept": "application/json"})
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def screens(self):
        return {
            device["handle"]: [shown["text"] for shown in device["lock_screen"]] for device in self.read("")["devices"]}


def first_client(connection_string):
    """The client, and the answers that it got, which it does not hand on."""
    client = first.NotificationHubsClient(connection_string, "desk")
    answers = []
    client._client.event_hooks = {"response": [lambda response: (response.read(), answers.append(response))]}
    return client, answers


def status(call, *arguments, **options):
    """The error's status and text, or None."""
    try:
        call(*arguments, **options)
    except first.AzureNHError as error:
        return error.status_code, error.body
    return None


def refused(call, *arguments, code, words="", **options):
    error = status(call, *arguments, **options)
    expect(f"{call.__name__} {words}", error and (error[0], words in error[1], bool(error[1]) == bool(words)),
           (code, True, True))


def last_segment(answer):
    return answer.headers["Location"].split("?")[0].rsplit("/", 1)[1]


def entry(kind, elements):
    return (
        '<entry xmlns="http://www.w3.org/2005/Atom"><content type="application/xml">'
        f'<{kind}RegistrationDescription xmlns:i="http://www.w3.org/2001/XMLSchema-instance" '
        f'xmlns="http://schemas.microsoft.com/netservices/2010/10/servicebus/connect">{elements}'
        f"</{kind}RegistrationDescription></content></entry>")


def try_installations(client, answers):
    browser = first.create_browser_installation(
        "browser-1", {"endpoint": "https://push.example/1", "p256dh": "BKy", "auth": "abc"}, tags=["Sports"])
    client.create_or_update_installation(browser)
    expect("installation: status", answers[-1].status_code, 200)
    expect("installation: address", "/desk/installations/browser-1" in answers[-1].headers["Content-Location"], True)
    phone = {
        "installationId": "phone-1", "platform": "apns", "pushChannel": "00ff", "userId": "editor@news.example",
        "tags": ["World"], "templates": {"news": {"body": '{"aps":{"alert":"{\'News: \' + $(messageParam)}"}}'}}}
    client.create_or_update_installation(phone)
    read = json.loads(client.get_installation("phone-1")["_raw_xml"])
    expect("installation: type of its answer", answers[-1].headers["Content-Type"], "application/xml; charset=utf-8")
    expect("installation: read", (read["tags"], read["templates"]["news"]["tags"]), (["World"], ["news"]))
    client.update_installation("phone-1", [{"op": "add", "path": "/tags", "value": "Sports"}])
    expect("patch: status", answers[-1].status_code, 200)
    expect("patch: tags", json.loads(client.get_installation("phone-1")["_raw_xml"])["tags"], ["World", "Sports"])
    client.create_or_update_installation({**browser, "installationId": "browser-2"})
    client.delete_installation("browser-2")
    expect("delete: status", answers[-1].status_code, 204)
    refused(client.get_installation, "browser-2", code=404, words="Installation not found.")
    bad = {**phone, "installationId": "phone-2", "templates": {"news": {"body": '{"aps":{"alert":"$5 off"}}'}}}
    refused(client.create_or_update_installation, bad, code=400, words="begins like an expression")
    refused(client.create_or_update_installation, {**browser, "tags": ["$World"]}, code=400, words="can not start with $")


def try_registrations(client, answers):
    headers = {**client._create_headers(), "Content-Type": "application/atom+xml;type=entry;charset=utf-8"}

    def post(kind, elements):
        answer = client._client.post(client._request_url("/registrations"), content=entry(kind, elements), headers=headers)
        expect(f"registration of {kind}: status and ETag", (answer.status_code, answer.headers["ETag"]), (200, 'W/"1"'))
        return answer.headers["Content-Location"].split("?")[0].rsplit("/", 1)[1]

    ids = [
        post("Apple", "<Tags>Sports,World</Tags><DeviceToken>00AA</DeviceToken>"),
        post("FcmV1", "<Tags>Sports</Tags><FcmV1RegistrationId>droid</FcmV1RegistrationId>"),
        post("Windows", "<Tags>Sports</Tags><ChannelUri>https://wns.example/1</ChannelUri>"),
        post("Gcm", "<Tags>Sports</Tags><GcmRegistrationId>old-droid</GcmRegistrationId>"),
        post("FcmV1Template", "<Tags>Sports, Politics</Tags><FcmV1RegistrationId>tablet</FcmV1RegistrationId><BodyTemplate>"
             '<![CDATA[{"message":{"notification":{"body":"$(messageParam)"}}}]]></BodyTemplate>'),
    ]
    read = client.get_registration(ids[0])
    expect("registration: read", (read["title"], read["etag"], read["Tags"], read["DeviceToken"]),
           (ids[0], 'W/"1"', ["Sports", "World"], "00AA"))
    expect("registrations: list", set(ids) <= {one["title"] for one in client.list_registrations()}, True)
    expect("registrations: page", (len(client.list_registrations(top=2)), "x-ms-continuationtoken" in answers[-1].headers),
           (2, True))
    refused(client.get_registration, "1-2-3", code=404, words="does not exist")
    # This client sends no If-Match, which the service wants.
    refused(client.delete_registration, ids[3], code=412, words="If-Match")
    gone = client._client.delete(client._request_url(f"/registrations/{ids[3]}"),
                                 headers={**client._create_headers(), "If-Match": "*"})
    expect("registration: delete", gone.status_code, 200)
    refused(client.get_registration, ids[3], code=404, words="does not exist")


def try_sends(hub, client, answers):
    template = first.create_template_notification({"messageParam": 'Ferry "Aurora" aground & safe'})
    client.send_notification(template, tag_expression="Politics")
    expect("send: status", answers[-1].status_code, 201)
    expect("send: body", answers[-1].content, b"")
    expect("send: address", bool(re.search(r"/desk/messages/[0-9a-f]{32}-\d{14}-\d+-\d+\?", answers[-1].headers["Location"])),
           True)
    told = client.get_notification_outcome_details(last_segment(answers[-1]))["_raw_xml"]
    expect("telemetry: state", re.findall("<State>(.*?)</State>", told), ["Completed"])
    expect("telemetry: platforms", re.findall("<TargetPlatforms>(.*?)<", told), ["fcmv1template,template"])
    expect("telemetry: counts", re.findall("<Name>(.*?)</Name><Count>(.*?)</Count>", told), [("Success", "1")])
    client.send_notification(template, tag_expression="(World && Sports) || Nobody")
    client.send_notification(template, tag_expression="Nobody")
    told = client.get_notification_outcome_details(last_segment(answers[-1]))["_raw_xml"]
    expect("telemetry: nobody", re.findall("<State>(.*?)</State>", told), ["NoTargetFound"])
    refused(client.get_notification_outcome_details, "unknown", code=404, words="does not exist")
    client.send_broadcast_notification(template)
    natives = [
        (first.create_apple_notification(first.create_apple_body(alert="To iPhones")), "00AA", "To iPhones"),
        (first.create_fcm_v1_notification({"message": {"notification": {"body": "To Androids"}}}), "droid", "To Androids"),
        (first.create_windows_toast_notification(TOAST.format("To PCs")), "https://wns.example/1", "To PCs"),
        (first.create_browser_notification({"title": "News", "body": "To browsers"}), "https://push.example/1",
         "To browsers"),
    ]
    for notification, handle, text in natives:
        client.send_notification(notification, tag_expression="Sports")
        expect(f"native to {notification['platform']}", (answers[-1].status_code, hub.screens()[handle][0]), (201, text))
    refused(client.send_notification, template, tag_expression="World &&", code=400, words="tag expression")
    refused(client.send_notification, template, tag_expression="a b", code=400, words="position 3")
    refused(client.send_notification, first.create_template_notification({"messageParam": 3}), code=400,
            words="is not a string")
    refused(client.send_notification, first.create_template_notification({"messageParam": "x" * 65536}), code=413,
            words="larger than 65536 bytes")
    refused(client.send_notification, {"platform": "wns", "body": "{}"}, code=400, words="is not supported")
    # Its switch for test sends is of its own making: the service sends in earnest.
    client.send_notification(template, tag_expression="Politics", test_send=True)
    expect("no test send", (answers[-1].status_code, answers[-1].content), (201, b""))
    safe = 'Ferry "Aurora" aground & safe'
    expect("screens of templates", (hub.screens()["tablet"], hub.screens()["00FF"]),
           ([safe, safe, safe], ["To iPhones", "News: " + safe, "News: " + safe]))


def try_schedule(hub, client, answers):
    notification = first.create_template_notification({"messageParam": "Later"})
    for time in [datetime.now(timezone.utc) + timedelta(hours=1), datetime.now(timezone.utc).replace(tzinfo=None) + timedelta(hours=1)]:
        client.schedule_notification(time.replace(microsecond=0), notification, tag_expression="Politics")
        expect("schedule: status", answers[-1].status_code, 201)
        number = last_segment(answers[-1])
        expect("schedule: id", (len(number) > 60, "_" in number), (True, True))
        told = client.get_notification_outcome_details(number)["_raw_xml"]
        expect("schedule: state", re.findall("<State>(.*?)</State>", told), ["Scheduled"])
        client.cancel_scheduled_notification(number)
        expect("cancel: status", answers[-1].status_code, 200)
        refused(client.cancel_scheduled_notification, number, code=404, words="does not exist or has been sent")
        told = client.get_notification_outcome_details(number)["_raw_xml"]
        expect("cancel: state", re.findall("<State>(.*?)</State>", told)[0].startswith("Cancel"), True)
    refused(client.schedule_notification, datetime.now(timezone.utc) + timedelta(days=8), notification, code=400,
            words="more than 7 days")
    client.schedule_broadcast_notification(datetime.now(timezone.utc) - timedelta(seconds=5), notification)
    expect("schedule: due at once", hub.screens()["tablet"][0], "Later")


def try_rights(hub):
    template = first.create_template_notification({"messageParam": "Wrong"})
    wrong, _ = first_client(hub.connection_string().replace("SharedAccessKey=", "SharedAccessKey=x"))
    refused(wrong.send_notification, template, code=401, words="InvalidSignature: The token has an invalid signature..")
    listener, _ = first_client(hub.connection_string(LISTEN))
    refused(listener.send_notification, template, code=403)
    refused(listener.list_registrations, code=401, words="Manage claim is required for this operation..")
    expect("a listener installs", status(listener.create_or_update_installation, first.create_browser_installation(
        "browser-3", {"endpoint": "https://push.example/3", "p256dh": "BKy", "auth": "abc"})), None)
    sender, answers = first_client(hub.connection_string(SEND))
    sender.send_notification(template, tag_expression="Nobody")
    expect("a sender sends", answers[-1].status_code, 201)
    refused(sender.get_installation, "browser-3", code=403)
    other, _ = first_client(hub.connection_string().replace("EntityPath=desk", "EntityPath=other"))
    refused(other.send_notification, template, code=404, words="No service is hosted at the specified address..")


def try_second(hub):
    def client(connection_string, debug=0):
        return second.AzureNotificationHub(connection_string, "desk", debug)

    def answered(call, *arguments, **options):
        try:
            return call(*arguments, **options)[0]
        except Exception as error:  # The client raises nothing more telling.
            return int(re.search("HTTP code (\\d+)", str(error)).group(1))

    own = client(hub.three_parts())
    before = len(hub.screens()["tablet"])
    expect("2: template", answered(own.send_template_notification, {"messageParam": "Café"}, "Politics"), 201)
    expect("2: set of tags", answered(own.send_template_notification, {"messageParam": "Set"}, {"Politics", "Nobody"}), 201)
    expect("2: expression", answered(own.send_template_notification, {"messageParam": "Not"}, "Politics && !World"), 201)
    expect("2: everybody", answered(own.send_template_notification, {"messageParam": "All"}), 201)
    expect("2: screen", hub.screens()["tablet"][: len(hub.screens()["tablet"]) - before], ["All", "Not", "Set", "Café"])
    expect("2: apple", answered(own.send_apple_notification, False, {"aps": {"alert": "Hello"}}, "Sports"), 201)
    expect("2: gcm", answered(own.send_google_notification, False, {"data": {"message": "Hello"}}, "Sports"), 201)
    expect("2: windows", answered(own.send_windows_notification, False, TOAST.format("Hello"), "Sports"), 201)
    expect("2: direct", answered(own.send_apple_notification, True, {"aps": {"alert": "To one"}}, device_handle="00aa"), 201)
    expect("2: screens", [hub.screens()[handle][0] for handle in ["00AA", "https://wns.example/1"]], ["To one", "Hello"])
    # It puts quotes round the T.
    expect("2: schedule", answered(own.send_template_notification, {"messageParam": "x"}, "Politics",
                                   datetime.now(timezone.utc).replace(tzinfo=None) + timedelta(hours=1)), 400)
    expect("2: bad tag", answered(own.send_template_notification, {"messageParam": "x"}, "a;b"), 400)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        answered(client(hub.three_parts(), debug=1).send_template_notification, {"messageParam": "Test"}, "Politics")
    expect("2: test send", re.findall("<(Success|Failure|ApplicationPlatform|PnsHandle)>(.*?)<", printed.getvalue()),
           [("Success", "1"), ("Failure", "0"), ("ApplicationPlatform", "fcmv1"), ("PnsHandle", "tablet")])
    listener = client(hub.three_parts(LISTEN))
    expect("2: no right", answered(listener.send_template_notification, {"messageParam": "x"}, "Politics"), 403)
    wrong = client(hub.three_parts() + "x")
    expect("2: wrong key", answered(wrong.send_template_notification, {"messageParam": "x"}, "Politics"), 401)


def try_first(hub):
    client, answers = first_client(hub.connection_string())
    try_installations(client, answers)
    try_registrations(client, answers)
    try_sends(hub, client, answers)
    try_schedule(hub, client, answers)
    try_rights(hub)


secure = ["--tls-certificate", f"{folder}/certificate.pem", "--tls-key", f"{folder}/key.pem"]
with Hub(*secure, "--state", f"{folder}/state") as hub:
    try_first(hub)
    try_second(hub)
    before = hub.read("$emulator/devices")
# What the hub was told is there again, under the same keys.
with Hub(*secure, "--state", f"{folder}/state") as hub:
    expect("state: devices", hub.read("$emulator/devices"), before)
    again, answers = first_client(hub.connection_string())
    again.send_notification(first.create_template_notification({"messageParam": "Back"}), tag_expression="Politics")
    expect("state: send", hub.screens()["tablet"][0], "Back")
with Hub() as hub:
    try_first(hub)
with Hub("--tier", "free") as hub:
    client, answers = first_client(hub.connection_string())
    notification = first.create_template_notification({"messageParam": "x"})
    client.send_notification(notification)
    expect("free tier: no id", (answers[-1].status_code, "Location" in answers[-1].headers), (201, False))
    refused(client.get_notification_outcome_details, "x", code=403, words="not available for your tier")
    refused(client.schedule_notification, datetime.now(timezone.utc), notification, code=403,
            words="not available for your tier")

print(f"{checks} answers of the local hub to two foreign clients, {len(failures)} wrong")
sys.exit(1 if failures else 0)
