// The least that a server on libmicrohttpd can do: reads each request to its end and answers 201. The local hub and the
// back end are measured against it; it is set up the same way (two threads, one epoll each).
//
//     floor PORT [STATUS]          answers on 127.0.0.1 until it is interrupted; PORT 0 takes a free one and prints it
#include <arpa/inet.h>
#include <microhttpd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned answered_status = 201;

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *bytes, size_t *count, void **record) {
    (void)context, (void)url, (void)method, (void)version, (void)bytes;
    static int seen;
    if (!*record) {
        *record = &seen;
        return MHD_YES;
    }
    if (*count > 0) {
        *count = 0;
        return MHD_YES;
    }
    struct MHD_Response *response = MHD_create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT);
    enum MHD_Result result = MHD_queue_response(connection, answered_status, response);
    MHD_destroy_response(response);
    return result;
}

int main(int count, char **words) {
    struct sockaddr_in address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons(count > 1 ? (uint16_t)atoi(words[1]) : 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (count > 2) answered_status = (unsigned)atoi(words[2]);
    sigset_t stop;
    sigemptyset(&stop);
    sigaddset(&stop, SIGINT);
    sigaddset(&stop, SIGTERM);
    sigprocmask(SIG_BLOCK, &stop, NULL);
    struct MHD_Daemon *daemon =
        MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD, 0, NULL, NULL, answer, NULL, MHD_OPTION_SOCK_ADDR, &address,
                         MHD_OPTION_THREAD_POOL_SIZE, 2u, MHD_OPTION_CONNECTION_LIMIT, 1000u, MHD_OPTION_END);
    if (!daemon) return 1;
    printf("%d\n", MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
    fflush(stdout);
    int signal;
    sigwait(&stop, &signal);
    MHD_stop_daemon(daemon);
    return 0;
}
