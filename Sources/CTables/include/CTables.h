#pragma once
#include "html-entities.h"
