#pragma once
#include "packed-table.h"

/// The commented example of a configuration, feeds/bulletin.json.
struct packed_table example_configuration(void);
