// Tables that are packed by category-trainer and embedded when the program is built.
#pragma once
#include "html-entities.h"
#include "news-codes.h"
#include "section-names.h"
