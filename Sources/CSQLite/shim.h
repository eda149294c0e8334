#pragma once
// SQLite. The destructor constants are casts of numbers to function pointers, which Swift cannot
// import as macros.
#include <sqlite3.h>

static inline int bulletin_sqlite3_bind_text_copied(sqlite3_stmt *statement, int index, const char *text, int length) {
    return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}
static inline int bulletin_sqlite3_bind_blob_copied(sqlite3_stmt *statement, int index, const void *bytes, int length) {
    return sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}
static inline int bulletin_sqlite3_config_log(void (*function)(void *, int, const char *)) {
    return sqlite3_config(SQLITE_CONFIG_LOG, function, (void *)0);
}
