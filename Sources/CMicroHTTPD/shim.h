#pragma once
// libmicrohttpd. Its start and information functions are variadic: one typed wrapper for each use.
#include <string.h>
#include <sys/types.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <arpa/inet.h>
#include <microhttpd.h>

static inline struct MHD_Daemon *bulletin_mhd_start(unsigned int flags, uint16_t port,
                                                    MHD_AccessHandlerCallback handler, void *context,
                                                    struct MHD_OptionItem *options) {
    return MHD_start_daemon(flags, port, (MHD_AcceptPolicyCallback)0, (void *)0, handler, context,
                            MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}
static inline uint16_t bulletin_mhd_port(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info ? info->port : 0;
}

// The functions of a server that keeps its own record of each connection and request. `target` is told the request
// target as it stood on the request line and returns the record that `handler` finds in its last argument.
struct bulletin_mhd_functions {
    MHD_AccessHandlerCallback handler;
    MHD_RequestCompletedCallback completed;
    MHD_NotifyConnectionCallback connection;
    void *(*target)(void *context, const char *target, struct MHD_Connection *connection);
};

// libmicrohttpd would decode the path in place; a signature and a path of a hub are compared as they were sent.
static inline size_t bulletin_mhd_keep_escapes(void *context, struct MHD_Connection *connection, char *text) {
    (void)context;
    (void)connection;
    return strlen(text);
}

// A server on 127.0.0.1 with its own threads, one epoll each. It answers no Date of its own accord, so that the clock
// can be passed in, and writes nothing to standard error. Port 0 takes a free one: bulletin_mhd_port tells which.
static inline struct MHD_Daemon *bulletin_mhd_start_on_loopback(uint16_t port, unsigned int threads,
                                                                unsigned int connections, unsigned int idle_seconds,
                                                                struct bulletin_mhd_functions functions,
                                                                void *context) {
    struct sockaddr_in address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_SUPPRESS_DATE_NO_CLOCK, port,
        (MHD_AcceptPolicyCallback)0, (void *)0, functions.handler, context,
        MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address,
        MHD_OPTION_THREAD_POOL_SIZE, threads,
        MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
        MHD_OPTION_NOTIFY_COMPLETED, functions.completed, context,
        MHD_OPTION_NOTIFY_CONNECTION, functions.connection, context,
        MHD_OPTION_URI_LOG_CALLBACK, functions.target, context,
        MHD_OPTION_UNESCAPE_CALLBACK, &bulletin_mhd_keep_escapes, (void *)0,
        MHD_OPTION_END);
}

// What `connection` stored for this connection when it began.
static inline void *bulletin_mhd_connection_record(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : (void *)0;
}

static inline int bulletin_mhd_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

// Ends a connection with RST at once. On Linux connecting a TCP socket to no address resets it, and the descriptor
// stays libmicrohttpd's to close.
static inline void bulletin_mhd_reset(struct MHD_Connection *connection) {
    struct sockaddr nowhere;
    memset(&nowhere, 0, sizeof nowhere);
    nowhere.sa_family = AF_UNSPEC;
    int descriptor = bulletin_mhd_socket(connection);
    if (descriptor >= 0) (void)connect(descriptor, &nowhere, sizeof nowhere);
}

// Ends both directions with FIN; what has arrived unread is not answered with RST until the descriptor is closed.
static inline void bulletin_mhd_shut(struct MHD_Connection *connection) {
    int descriptor = bulletin_mhd_socket(connection);
    if (descriptor >= 0) (void)shutdown(descriptor, SHUT_RDWR);
}

// Whether the other end is this machine (127.0.0.0/8).
static inline int bulletin_mhd_peer_is_loopback(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (!info || !info->client_addr || info->client_addr->sa_family != AF_INET) return 0;
    const struct sockaddr_in *address = (const struct sockaddr_in *)info->client_addr;
    return (ntohl(address->sin_addr.s_addr) >> 24) == 127;
}

static inline struct MHD_Response *bulletin_mhd_response(const void *bytes, size_t count) {
    return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

// A descriptor by which one thread wakes another that polls; Swift's Glibc module lacks eventfd.
static inline int bulletin_wakeup_descriptor(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
