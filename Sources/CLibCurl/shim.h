#pragma once
// libcurl. Swift cannot call variadic C functions, so each kind of argument has one typed wrapper.
#include <curl/curl.h>
// The watching of sockets that goes with the multi interface; Glibc's module leaves it out.
#include <sys/epoll.h>
// mallopt(), likewise.
#include <malloc.h>

static inline CURLcode bulletin_curl_setopt_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode bulletin_curl_setopt_offset(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode bulletin_curl_setopt_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode bulletin_curl_setopt_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode bulletin_curl_setopt_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode bulletin_curl_setopt_bytes(CURL *handle, CURLoption option, const void *value) {
    return curl_easy_setopt(handle, option, value);
}
// The shape shared by CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION.
typedef size_t (*bulletin_curl_data_function)(char *data, size_t size, size_t count, void *context);
static inline CURLcode bulletin_curl_setopt_data_function(CURL *handle, CURLoption option,
                                                          bulletin_curl_data_function function) {
    return curl_easy_setopt(handle, option, function);
}
static inline CURLcode bulletin_curl_getinfo_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode bulletin_curl_getinfo_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode bulletin_curl_getinfo_string(CURL *handle, CURLINFO info, const char **value) {
    return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode bulletin_curl_getinfo_pointer(CURL *handle, CURLINFO info, void **value) {
    return curl_easy_getinfo(handle, info, value);
}
static inline CURLMcode bulletin_curl_multi_setopt_long(CURLM *handle, CURLMoption option, long value) {
    return curl_multi_setopt(handle, option, value);
}
static inline CURLMcode bulletin_curl_multi_setopt_pointer(CURLM *handle, CURLMoption option, void *value) {
    return curl_multi_setopt(handle, option, value);
}
static inline CURLMcode bulletin_curl_multi_setopt_socket_function(CURLM *handle, curl_socket_callback function) {
    return curl_multi_setopt(handle, CURLMOPT_SOCKETFUNCTION, function);
}
static inline CURLMcode bulletin_curl_multi_setopt_timer_function(CURLM *handle, curl_multi_timer_callback function) {
    return curl_multi_setopt(handle, CURLMOPT_TIMERFUNCTION, function);
}
// CURLOPT_PREREQFUNCTION: called when a connection is up and the request is about to be written to it.
static inline CURLcode bulletin_curl_setopt_prerequest_function(CURL *handle, curl_prereq_callback function) {
    return curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, function);
}
// One thread uses the share, so it needs no lock functions.
static inline CURLSHcode bulletin_curl_share_tls_sessions(CURLSH *share) {
    return curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION);
}
// The flag is a macro that Swift does not import.
static inline CURLcode bulletin_curl_global_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }
static inline CURLcode bulletin_curl_continue(CURL *handle) { return curl_easy_pause(handle, CURLPAUSE_CONT); }
// CURLOPT_OPENSOCKETFUNCTION: sees each address before it is connected to.
static inline CURLcode bulletin_curl_setopt_open_socket_function(CURL *handle, curl_opensocket_callback function) {
    return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, function);
}
// The member is longer than its type says when the address is IPv6, so it must not be copied.
static inline const struct sockaddr *bulletin_curl_address(const struct curl_sockaddr *address) { return &address->addr; }
