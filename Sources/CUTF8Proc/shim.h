#pragma once
// utf8proc: the Unicode tables (NFKC case folding, grapheme breaks, display widths).
#include <stdlib.h>
#include <utf8proc.h>
