// Template sends to a hub, as many as it takes in: one thread, kept connections, no waiting.
//
//     load SENDS CONNECTIONS DEVICES PROCESS
//
// `run.sh` builds and runs it, and a server to compare with. It takes the connection string from BULLETIN_HUB_CONNECTION_STRING (http, 127.0.0.1), registers DEVICES devices, two for
// each tag, sends SENDS notifications to one tag after the other, and then asks the hub what each device got: it must be
// what was sent to its tag, and nothing else. DEVICES 0 only sends, to measure a server that only answers. PROCESS is the
// server's process, whose CPU time and memory are reported. It prints one line:
//
//     sends, seconds, sends a second, microseconds of the server's CPU for each send, largest resident memory in MB
#include "wire.h"

#include <jansson.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <time.h>

enum { tag_devices = 2 };

static char token[1024], hub[300];
static size_t topics;

static void escape(char *to, const char *from) {
    for (; *from; from++) {
        int plain = strchr("-._~", *from) || (*from >= '0' && *from <= '9') || (*from >= 'a' && *from <= 'z') ||
                    (*from >= 'A' && *from <= 'Z');
        to += sprintf(to, plain ? "%c" : "%%%02X", (unsigned char)*from);
    }
    *to = 0;
}

// Reads the connection string and signs one token with it.
static void sign(void) {
    char *text = getenv("BULLETIN_HUB_CONNECTION_STRING");
    if (!text) stop("BULLETIN_HUB_CONNECTION_STRING is not set");
    char name[300] = "", key[300] = "", signature[300], audience[600], signed_text[700];
    char *copy = strdup(text), *rest = copy;
    int port = 0;
    for (char *part; (part = strsep(&rest, ";"));) {
        sscanf(part, "Endpoint=http://127.0.0.1:%d", &port);
        sscanf(part, "SharedAccessKeyName=%299s", name);
        sscanf(part, "SharedAccessKey=%299s", key);
        sscanf(part, "EntityPath=%299s", hub);
    }
    free(copy);
    if (!port || !*name || !*key || !*hub) stop("the connection string is not one of a hub on http://127.0.0.1");
    escape(audience, "http://127.0.0.1/");
    long long end = (long long)time(NULL) + 3600;
    int size = snprintf(signed_text, sizeof signed_text, "%s\n%lld", audience, end);
    unsigned char digest[EVP_MAX_MD_SIZE], base64[100];
    unsigned length;
    HMAC(EVP_sha256(), key, (int)strlen(key), (unsigned char *)signed_text, (size_t)size, digest, &length);
    EVP_EncodeBlock(base64, digest, (int)length);
    escape(signature, (char *)base64);
    snprintf(token, sizeof token, "SharedAccessSignature sr=%s&sig=%s&se=%lld&skn=%s", audience, signature, end, name);
    address.sin_family = AF_INET;
    address.sin_port = htons((uint16_t)port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
}

static size_t make(char *buffer, const char *method, const char *path, const char *headers, const char *body) {
    int size = snprintf(buffer, buffer_size,
                        "%s /%s/%s?api-version=2020-06 HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUser-Agent: load\r\n"
                        "Accept: */*\r\nAuthorization: %s\r\n%sContent-Length: %zu\r\n\r\n%s",
                        method, hub, path, ntohs(address.sin_port), token, headers, strlen(body), body);
    return (size_t)size;
}

static size_t registration(char *buffer, size_t n) {
    char body[2000];
    snprintf(body, sizeof body,
             "<entry xmlns=\"http://www.w3.org/2005/Atom\"><content type=\"application/xml\">"
             "<FcmV1TemplateRegistrationDescription xmlns:i=\"http://www.w3.org/2001/XMLSchema-instance\" "
             "xmlns=\"http://schemas.microsoft.com/netservices/2010/10/servicebus/connect\">"
             "<Tags>topic-%zu,all</Tags><FcmV1RegistrationId>device-%zu</FcmV1RegistrationId><BodyTemplate>"
             "<![CDATA[{\"message\":{\"notification\":{\"body\":\"$(messageParam)\"}}}]]></BodyTemplate>"
             "</FcmV1TemplateRegistrationDescription></content></entry>",
             n / tag_devices, n);
    return make(buffer, "POST", "registrations",
                "Content-Type: application/atom+xml;type=entry;charset=utf-8\r\n", body);
}

static size_t notification(char *buffer, size_t n) {
    char headers[300], body[300];
    snprintf(headers, sizeof headers,
             "Content-Type: application/json;charset=utf-8\r\nServiceBusNotification-Format: template\r\n"
             "ServiceBusNotification-Tags: topic-%zu\r\n",
             n % topics);
    snprintf(body, sizeof body, "{\"messageParam\":\"Breaking Sports News : Topic %zu, bulletin %zu\"}", n % topics, n);
    return make(buffer, "POST", "messages", headers, body);
}

// What each device got, from the hub's own record: how many, and that the last ones are those sent to its tag.
static void check(size_t sends, size_t devices) {
    char request[300];
    snprintf(request, sizeof request,
             "GET /$emulator/devices HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n",
             ntohs(address.sin_port));
    size_t size;
    char *reply = whole(request, &size);
    char *body = strstr(reply, "\r\n\r\n");
    json_t *document = body ? json_loads(body + 4, 0, NULL) : NULL, *device;
    if (!document) stop("the hub does not tell its devices");
    size_t index, seen = 0, wrong = 0;
    json_array_foreach(json_object_get(document, "devices"), index, device) {
        const char *handle = json_string_value(json_object_get(device, "handle"));
        size_t number;
        if (!handle || sscanf(handle, "device-%zu", &number) != 1) continue;
        seen++;
        size_t topic = number / tag_devices;
        size_t expected = sends / topics + (topic < sends % topics ? 1 : 0);
        if ((size_t)json_integer_value(json_object_get(device, "deliveries")) != expected) wrong++;
        size_t place;
        json_t *shown;
        json_array_foreach(json_object_get(device, "shown"), place, shown) {
            size_t said_topic, bulletin;
            const char *text = json_string_value(json_object_get(shown, "text"));
            if (!text ||
                sscanf(text, "Breaking Sports News : Topic %zu, bulletin %zu", &said_topic, &bulletin) != 2 ||
                said_topic != topic || bulletin % topics != topic || bulletin >= sends)
                wrong++;
        }
    }
    json_decref(document);
    free(reply);
    if (seen != devices || wrong) stop("%zu of %zu devices, %zu wrong deliveries", seen, devices, wrong);
}

int main(int count, char **words) {
    if (count != 5) stop("usage: load SENDS CONNECTIONS DEVICES PROCESS");
    size_t sends = strtoul(words[1], NULL, 10), connections = strtoul(words[2], NULL, 10);
    size_t devices = strtoul(words[3], NULL, 10);
    topics = devices ? (devices + tag_devices - 1) / tag_devices : 5000;
    sign();
    if (devices) run(devices, connections, registration, 200, NULL);
    double cpu = cpu_seconds(words[4]), start = now();
    run(sends, connections, notification, 201, NULL);
    double seconds = now() - start;
    cpu = cpu_seconds(words[4]) - cpu;
    if (devices) check(sends, devices);
    printf("%zu sends, %.2f s, %.0f a second, %.1f us of CPU each, %ld MB\n", sends, seconds,
           (double)sends / seconds, cpu * 1e6 / (double)sends, largest_memory(words[4]));
    return 0;
}
