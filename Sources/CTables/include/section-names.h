#pragma once
#include "packed-table.h"

/// Section names of publishers and their categories; Categories/SectionTable.swift describes the records.
struct packed_table section_names_table(void);
