#pragma once
// libcurl. Swift cannot call variadic C functions, so each kind of argument has one typed wrapper.
#include <curl/curl.h>

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
// The shape shared by CURLOPT_WRITEFUNCTION, CURLOPT_HEADERFUNCTION and CURLOPT_READFUNCTION.
typedef size_t (*bulletin_curl_data_function)(char *data, size_t size, size_t count, void *context);
static inline CURLcode bulletin_curl_setopt_data_function(CURL *handle, CURLoption option,
                                                          bulletin_curl_data_function function) {
    return curl_easy_setopt(handle, option, function);
}
static inline CURLcode bulletin_curl_setopt_seek_function(CURL *handle, curl_seek_callback function) {
    return curl_easy_setopt(handle, CURLOPT_SEEKFUNCTION, function);
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
