#pragma once
#include <stddef.h>
#include <stdint.h>

/// Bytes that are part of the program: always there, never changed, never freed.
struct packed_table {
    const uint8_t *_Nonnull bytes;
    size_t size;
};

/// Asks memory for what lies there: it is read faster later. Nothing else happens, whatever the address.
static inline void packed_table_prefetch(const void *_Nonnull address) {
    __builtin_prefetch(address);
}
