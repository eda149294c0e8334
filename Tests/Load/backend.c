// Registrations through the app's back end, as many as it takes in: one thread, kept connections, no waiting.
//
//     backend DEVICES CONNECTIONS PORT PROCESS HUB_PORT
//
// `backend.sh` builds and runs it, and a server to compare with. It asks the back end at PORT, which must let in demo users,
// for an id for each of DEVICES devices of a hundred users, puts their registrations, puts them once more, and asks the local
// hub at HUB_PORT whether every device is there, with the tag of its user and no other. HUB_PORT 0 only puts, to measure a
// server that only answers. PROCESS is the server's process. It prints one line for each kind of request:
//
//     what, requests, seconds, requests a second, microseconds of the server's CPU for each, largest resident memory in MB
#include "wire.h"

#include <jansson.h>
#include <openssl/evp.h>

enum { users = 100 };

static char (*ids)[64];

static size_t make(char *buffer, size_t n, const char *method, const char *path, const char *body) {
    char plain[40];
    unsigned char credentials[80];
    int size = snprintf(plain, sizeof plain, "user-%zu:user-%zu", n % users, n % users);
    EVP_EncodeBlock(credentials, (unsigned char *)plain, size);
    size = snprintf(buffer, buffer_size,
                    "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUser-Agent: load\r\nAccept: */*\r\nAuthorization: Basic %s\r\n"
                    "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                    method, path, ntohs(address.sin_port), credentials, strlen(body), body);
    return (size_t)size;
}

static size_t asking(char *buffer, size_t n) {
    char path[100];
    snprintf(path, sizeof path, "/api/register?handle=device-%zu", n);
    return make(buffer, n, "POST", path, "");
}

static void keep(const char *reply, size_t n) {
    const char *body = strstr(reply, "\r\n\r\n");
    if (!body || sscanf(body + 4, "\"%63[0-9-]\"", ids[n]) != 1) stop("no id:\n%s", reply);
}

static size_t putting(char *buffer, size_t n) {
    char path[100], body[300];
    snprintf(path, sizeof path, "/api/register/%s", ids[n]);
    snprintf(body, sizeof body,
             "{\"Platform\":\"fcmv1\",\"Handle\":\"device-%zu\",\"Tags\":[\"World\",\"Sports\"],\"Template\":true}", n);
    return make(buffer, n, "PUT", path, body);
}

// Whether the hub has every device, with the tag of its user.
static void check(size_t devices, int port) {
    address.sin_port = htons((uint16_t)port);
    char request[300];
    snprintf(request, sizeof request,
             "GET /$emulator/devices HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n", port);
    size_t size;
    char *reply = whole(request, &size), *body = strstr(reply, "\r\n\r\n");
    json_t *document = body ? json_loads(body + 4, 0, NULL) : NULL, *device, *tag;
    if (!document) stop("the hub does not tell its devices");
    size_t index, place, seen = 0, wrong = 0;
    json_array_foreach(json_object_get(document, "devices"), index, device) {
        const char *handle = json_string_value(json_object_get(device, "handle"));
        size_t number, own = 0;
        if (!handle || sscanf(handle, "device-%zu", &number) != 1) continue;
        seen++;
        char expected[60];
        snprintf(expected, sizeof expected, "username:user-%zu", number % users);
        json_array_foreach(json_object_get(device, "tags"), place, tag) {
            const char *text = json_string_value(tag);
            if (text && !strcmp(text, expected)) own++;
            else if (text && !strncmp(text, "username:", 9)) wrong++;
        }
        if (own != 1) wrong++;
    }
    json_decref(document);
    free(reply);
    if (seen != devices || wrong) stop("%zu of %zu devices, %zu with wrong tags", seen, devices, wrong);
}

static void measure(const char *what, size_t count, size_t connections, maker *request, taker *take, const char *process) {
    double cpu = cpu_seconds(process), start = now();
    run(count, connections, request, 200, take);
    double seconds = now() - start;
    printf("%s, %zu requests, %.2f s, %.0f a second, %.1f us of CPU each, %ld MB\n", what, count, seconds,
           (double)count / seconds, (cpu_seconds(process) - cpu) * 1e6 / (double)count, largest_memory(process));
}

int main(int count, char **words) {
    if (count != 6) stop("usage: backend DEVICES CONNECTIONS PORT PROCESS HUB_PORT");
    size_t devices = strtoul(words[1], NULL, 10), connections = strtoul(words[2], NULL, 10);
    address.sin_family = AF_INET;
    address.sin_port = htons((uint16_t)atoi(words[3]));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int hub = atoi(words[5]);
    ids = calloc(devices, sizeof *ids);
    if (!ids) stop("no memory");
    for (size_t n = 0; n < devices; n++) strcpy(ids[n], "1-2-3");
    if (hub) {
        // Everybody signs in once before it counts: checking passwords is slow on purpose.
        run(users, 8, asking, 200, NULL);
        measure("ids", devices, connections, asking, keep, words[4]);
        measure("first registrations", devices, connections, putting, NULL, words[4]);
    }
    measure("registrations", devices, connections, putting, NULL, words[4]);
    if (hub) check(devices, hub);
    return 0;
}
