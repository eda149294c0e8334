#pragma once
// SQLite. The destructor constants are casts of numbers to function pointers, which Swift cannot
// import as macros. An empty Swift buffer may have no address, which would bind NULL.
#include <sqlite3.h>

// The magic number of a folder's file system, or -1 with errno: SQLite trusts its locks, and Glibc's module
// lacks statfs.
#include <sys/vfs.h>
static inline long long bulletin_file_system_type(const char *path) {
    struct statfs system;
    return statfs(path, &system) == 0 ? (long long)(unsigned int)system.f_type : -1;
}

static inline int bulletin_sqlite3_bind_text_copied(sqlite3_stmt *statement, int index, const char *text, int length) {
    return sqlite3_bind_text(statement, index, text ? text : "", length, SQLITE_TRANSIENT);
}
static inline int bulletin_sqlite3_bind_blob_copied(sqlite3_stmt *statement, int index, const void *bytes, int length) {
    return sqlite3_bind_blob(statement, index, bytes ? bytes : "", length, SQLITE_TRANSIENT);
}
static inline int bulletin_sqlite3_config_log(void (*function)(void *, int, const char *)) {
    return sqlite3_config(SQLITE_CONFIG_LOG, function, (void *)0);
}
