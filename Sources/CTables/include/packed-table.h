#pragma once
#include <stddef.h>
#include <stdint.h>

/// Bytes that are part of the program: always there, never changed, never freed.
struct packed_table {
    const uint8_t *_Nonnull bytes;
    size_t size;
};
