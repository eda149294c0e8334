#include "example-configuration.h"

static const uint8_t bytes[] = {
#embed "../../feeds/bulletin.json"
};

struct packed_table example_configuration(void) {
    return (struct packed_table){.bytes = bytes, .size = sizeof bytes};
}
