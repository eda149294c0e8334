#pragma once
#include "packed-table.h"

/// The text model: hashed features of news texts with their weights for the six categories, trained by
/// category-trainer; Categories/Text/TextModel.swift describes the records.
struct packed_table text_model_table(void);
