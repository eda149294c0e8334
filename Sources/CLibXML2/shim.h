#pragma once
// libxml2. Debian builds it with ICU, whose headers clash with the ICU inside Foundation as soon as
// a test imports both: the reader never converts through ICU, so its part of the headers is left out.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/SAX2.h>
#include <libxml/HTMLparser.h>
#include <libxml/xmlerror.h>
#include <libxml/dict.h>
#include <libxml/entities.h>

// xmlFree is a variable that programs may replace, which Swift 6 calls shared mutable state.
static inline void bulletin_xml_free(void *memory) { xmlFree(memory); }
