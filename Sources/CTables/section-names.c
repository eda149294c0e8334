#include "section-names.h"

static const uint8_t bytes[] = {
#embed "section-names.table"
};

struct packed_table section_names_table(void) {
    return (struct packed_table){.bytes = bytes, .size = sizeof bytes};
}
