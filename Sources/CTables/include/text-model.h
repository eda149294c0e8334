#pragma once
#include "packed-table.h"

/// The text model: small networks over hashed features of news texts, trained by category-trainer;
/// Categories/Text/TextModel.swift describes the records.
struct packed_table text_model_table(void);
