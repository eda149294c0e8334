#pragma once
#include "packed-table.h"

/// IPTC Media Topics and Subject Codes (IPTC NewsCodes, CC BY 4.0, https://iptc.org/newscodes/) and their
/// categories, which are our own reading; Categories/NewsCodes.swift describes the records.
struct packed_table news_codes_table(void);
