#include "news-codes.h"

static const uint8_t bytes[] = {
#embed "news-codes.table"
};

struct packed_table news_codes_table(void) {
    return (struct packed_table){.bytes = bytes, .size = sizeof bytes};
}
