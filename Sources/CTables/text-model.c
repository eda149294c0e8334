#include "text-model.h"

static const uint8_t bytes[] = {
#embed "text-model.table"
};

struct packed_table text_model_table(void) {
    return (struct packed_table){.bytes = bytes, .size = sizeof bytes};
}
