#pragma once
// libmicrohttpd. Its start and information functions are variadic: one typed wrapper for each use.
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <sys/types.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <arpa/inet.h>
#include <microhttpd.h>

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

// Where a socket listens or a peer is, IPv4 or IPv6.
union bulletin_address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
};

// Reads an address written in numbers; answers its size, or 0 for what is none.
static inline socklen_t bulletin_read_address(const char *text, uint16_t port, union bulletin_address *address) {
    memset(address, 0, sizeof *address);
    if (inet_pton(AF_INET, text, &address->v4.sin_addr) == 1) {
        address->v4.sin_family = AF_INET;
        address->v4.sin_port = htons(port);
        return sizeof address->v4;
    }
    if (inet_pton(AF_INET6, text, &address->v6.sin6_addr) == 1) {
        address->v6.sin6_family = AF_INET6;
        address->v6.sin6_port = htons(port);
        return sizeof address->v6;
    }
    return 0;
}

// Whether an address is of this machine alone: 127.0.0.0/8, ::1, and the former inside the latter's family.
static inline int bulletin_is_loopback(const union bulletin_address *address) {
    if (address->any.sa_family == AF_INET) return (ntohl(address->v4.sin_addr.s_addr) >> 24) == 127;
    if (address->any.sa_family != AF_INET6) return 0;
    const struct in6_addr *v6 = &address->v6.sin6_addr;
    return IN6_IS_ADDR_LOOPBACK(v6) || (IN6_IS_ADDR_V4MAPPED(v6) && v6->s6_addr[12] == 127);
}

// -1 for a text that is no address, 1 for one of this machine alone, 0 for others.
static inline int bulletin_loopback_kind(const char *text) {
    union bulletin_address address;
    return bulletin_read_address(text, 0, &address) ? bulletin_is_loopback(&address) : -1;
}

// A socket that listens, and its port; -1 with errno. Made here, so that the reason of a failure is known.
static inline int bulletin_listen(const char *text, uint16_t port, uint16_t *bound) {
    union bulletin_address address;
    socklen_t size = bulletin_read_address(text, port, &address);
    if (!size) {
        errno = EINVAL;
        return -1;
    }
    int descriptor = socket(address.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), one = 1;
    if (descriptor < 0) return -1;
    (void)setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(descriptor, &address.any, size) || listen(descriptor, 1024) ||
        getsockname(descriptor, &address.any, &size)) {
        int reason = errno;
        close(descriptor);
        errno = reason;
        return -1;
    }
    // The port stands at the same place in both families.
    *bound = ntohs(address.v4.sin_port);
    return descriptor;
}

// A server on a socket that listens, with its own threads, one epoll each; with a certificate and its key, both as PEM,
// it speaks TLS 1.2 and 1.3 alone, as the service does. It answers no Date of its own accord, so that the clock can be
// passed in, and writes nothing to standard error. The socket is the server's, which closes it when it is stopped.
static inline struct MHD_Daemon *bulletin_mhd_start_on_socket(int descriptor, unsigned int threads,
                                                              unsigned int connections, unsigned int idle_seconds,
                                                              const char *certificate, const char *key,
                                                              struct bulletin_mhd_functions functions, void *context) {
    struct MHD_OptionItem secure[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)certificate},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)key},
        {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)"NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"},
        {MHD_OPTION_END, 0, (void *)0},
    };
    return MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_SUPPRESS_DATE_NO_CLOCK |
            (certificate ? MHD_USE_TLS : 0),
        0, (MHD_AcceptPolicyCallback)0, (void *)0, functions.handler, context,
        MHD_OPTION_LISTEN_SOCKET, descriptor,
        MHD_OPTION_THREAD_POOL_SIZE, threads,
        MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
        MHD_OPTION_NOTIFY_COMPLETED, functions.completed, context,
        MHD_OPTION_NOTIFY_CONNECTION, functions.connection, context,
        MHD_OPTION_URI_LOG_CALLBACK, functions.target, context,
        MHD_OPTION_UNESCAPE_CALLBACK, &bulletin_mhd_keep_escapes, (void *)0,
        MHD_OPTION_ARRAY, certificate ? secure : secure + 3,
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

// Whether the other end is this machine: a loopback address, or the very address that was connected to.
static inline int bulletin_mhd_peer_is_this_machine(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (!info || !info->client_addr) return 0;
    const union bulletin_address *peer = (const union bulletin_address *)(const void *)info->client_addr;
    if (bulletin_is_loopback(peer)) return 1;
    union bulletin_address own;
    socklen_t size = sizeof own;
    if (getsockname(bulletin_mhd_socket(connection), &own.any, &size) || own.any.sa_family != peer->any.sa_family)
        return 0;
    return own.any.sa_family == AF_INET
               ? own.v4.sin_addr.s_addr == peer->v4.sin_addr.s_addr
               : own.any.sa_family == AF_INET6 &&
                     memcmp(&own.v6.sin6_addr, &peer->v6.sin6_addr, sizeof own.v6.sin6_addr) == 0;
}

// The address of the other end in numbers; 0 where it is not known.
static inline int bulletin_mhd_peer(struct MHD_Connection *connection, char *text, unsigned int size) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (!info || !info->client_addr) return 0;
    const union bulletin_address *peer = (const union bulletin_address *)(const void *)info->client_addr;
    if (peer->any.sa_family == AF_INET) return inet_ntop(AF_INET, &peer->v4.sin_addr, text, size) != 0;
    if (peer->any.sa_family != AF_INET6) return 0;
    const struct in6_addr *v6 = &peer->v6.sin6_addr;
    if (IN6_IS_ADDR_V4MAPPED(v6)) return inet_ntop(AF_INET, &v6->s6_addr[12], text, size) != 0;
    return inet_ntop(AF_INET6, v6, text, size) != 0;
}

// How many connections a server has, over all its threads.
static inline unsigned int bulletin_mhd_connections(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
    return info ? info->num_connections : 0;
}

// Tells the other end of a plain connection, on which nothing else has been answered, that its time is up. Best effort.
static inline void bulletin_say_timed_out(int descriptor) {
    static const char words[] = "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    (void)!send(descriptor, words, sizeof words - 1, MSG_DONTWAIT | MSG_NOSIGNAL);
}

static inline struct MHD_Response *bulletin_mhd_response(const void *bytes, size_t count) {
    return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

// A descriptor by which one thread wakes another that polls; Swift's Glibc module lacks eventfd.
static inline int bulletin_wakeup_descriptor(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
