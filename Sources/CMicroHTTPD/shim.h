#pragma once
// libmicrohttpd. Its start and information functions are variadic: one typed wrapper for each use.
#include <sys/types.h>
#include <sys/socket.h>
#include <netinet/in.h>
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
