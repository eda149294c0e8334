#pragma once
// The named character references of HTML (html.spec.whatwg.org, "Named character references"), a fact of
// that standard: one row `name codepoint [codepoint] [legacy]` each, code points in hexadecimal, sorted by the
// bytes of the name. `legacy` marks the names that browsers also read without the closing semicolon.
#include <stddef.h>

/// The rows, each ended by a line feed; not ended by a zero byte.
const char *_Nonnull html_entities_rows(void);

/// The bytes of all rows.
size_t html_entities_size(void);
