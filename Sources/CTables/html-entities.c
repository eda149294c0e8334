#include "html-entities.h"

static const char rows[] = {
#embed "html-entities.txt"
};

const char *html_entities_rows(void) { return rows; }

size_t html_entities_size(void) { return sizeof rows; }
