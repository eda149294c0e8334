#pragma once
// jansson: JSON with line and column in its errors and refusal of duplicate keys. The reference
// counting functions are static inline over macros, kept here under names Swift can see.
#include <jansson.h>

static inline void bulletin_json_release(json_t *value) { json_decref(value); }
static inline int bulletin_json_is_true(const json_t *value) { return json_is_true(value); }
static inline json_type bulletin_json_type(const json_t *value) { return json_typeof(value); }
