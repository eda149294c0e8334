// Tables and texts that are embedded when the program is built; category-trainer makes three of them.
#pragma once
#include "example-configuration.h"
#include "html-entities.h"
#include "news-codes.h"
#include "section-names.h"
#include "text-model.h"
