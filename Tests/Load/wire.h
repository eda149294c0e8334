// Requests over kept connections, as many as a server takes in, from one thread: what the load programs share.
#pragma once
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { buffer_size = 8192 };

struct connection {
    int socket;
    size_t number;  // of the request that is under way
    char request[buffer_size];
    size_t size, sent;
    char reply[buffer_size];
    size_t received;
};

// What makes the n-th request; returns its size.
typedef size_t maker(char *buffer, size_t n);

static struct sockaddr_in address;

static void stop(const char *form, ...) {
    va_list words;
    va_start(words, form);
    vfprintf(stderr, form, words);
    va_end(words);
    fputc('\n', stderr);
    exit(1);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int opened(void) {
    int result = socket(AF_INET, SOCK_STREAM, 0), one = 1;
    if (connect(result, (struct sockaddr *)&address, sizeof address)) stop("cannot connect: %s", strerror(errno));
    setsockopt(result, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return result;
}

// The status of a whole reply, or 0 while some of it is missing.
static int status(struct connection *connection) {
    connection->reply[connection->received] = 0;
    char *end = strstr(connection->reply, "\r\n\r\n");
    if (!end) return 0;
    char *length = strcasestr(connection->reply, "\r\nContent-Length:");
    size_t body = length && length < end ? strtoul(length + 17, NULL, 10) : 0;
    if ((size_t)(end + 4 - connection->reply) + body > connection->received) return 0;
    return atoi(connection->reply + 9);
}

// What is told of the reply to the n-th request; may be NULL.
typedef void taker(const char *reply, size_t n);

// Sends requests 0 to `count`, each over whichever connection is free; every one must be answered with `expected`.
static void run(size_t count, size_t connections, maker *request, int expected, taker *take) {
    int poll = epoll_create1(0);
    struct connection *all = calloc(connections, sizeof *all);
    size_t begun = 0, answered = 0;
    for (size_t i = 0; i < connections && begun < count; i++) {
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = &all[i]};
        all[i].socket = opened();
        all[i].size = request(all[i].request, all[i].number = begun++);
        if (write(all[i].socket, all[i].request, all[i].size) != (ssize_t)all[i].size) stop("cannot write");
        epoll_ctl(poll, EPOLL_CTL_ADD, all[i].socket, &event);
    }
    while (answered < count) {
        struct epoll_event events[64];
        int ready = epoll_wait(poll, events, 64, 10000);
        if (ready <= 0) stop("no answer for ten seconds; %zu of %zu are answered", answered, count);
        for (int i = 0; i < ready; i++) {
            struct connection *one = events[i].data.ptr;
            ssize_t got = read(one->socket, one->reply + one->received, buffer_size - 1 - one->received);
            if (got <= 0) stop("a connection ended; %zu of %zu are answered", answered, count);
            one->received += (size_t)got;
            int said = status(one);
            if (!said) continue;
            if (said != expected) stop("answered with %d:\n%s", said, one->reply);
            if (take) take(one->reply, one->number);
            answered++;
            one->received = 0;
            if (begun == count) continue;
            one->size = request(one->request, one->number = begun++);
            if (write(one->socket, one->request, one->size) != (ssize_t)one->size) stop("cannot write");
        }
    }
    for (size_t i = 0; i < connections; i++)
        if (all[i].socket) close(all[i].socket);
    close(poll);
    free(all);
}

static double cpu_seconds(const char *process) {
    char path[64], text[2048];
    snprintf(path, sizeof path, "/proc/%s/stat", process);
    FILE *file = fopen(path, "r");
    if (!file || !fgets(text, sizeof text, file)) stop("there is no process %s", process);
    fclose(file);
    unsigned long user = 0, kernel = 0;
    char *behind = strrchr(text, ')');
    if (behind) sscanf(behind + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &kernel);
    return (double)(user + kernel) / (double)sysconf(_SC_CLK_TCK);
}

static long largest_memory(const char *process) {
    char path[64], line[256];
    snprintf(path, sizeof path, "/proc/%s/status", process);
    FILE *file = fopen(path, "r");
    long kilobytes = 0;
    while (file && fgets(line, sizeof line, file)) sscanf(line, "VmHWM: %ld", &kilobytes);
    if (file) fclose(file);
    return kilobytes / 1024;
}

// The whole reply to a request after which the server closes.
static char *whole(const char *request, size_t *size) {
    int socket = opened();
    if (write(socket, request, strlen(request)) < 0) stop("cannot write");
    size_t room = 1 << 20;
    char *reply = malloc(room);
    *size = 0;
    for (ssize_t got; (got = read(socket, reply + *size, room - *size - 1)) > 0;) {
        *size += (size_t)got;
        if (room - *size < 2) reply = realloc(reply, room *= 2);
    }
    close(socket);
    reply[*size] = 0;
    return reply;
}
