#pragma once
// libcrypt (libxcrypt): bcrypt, as `htpasswd -B` writes it. libcrypto has no bcrypt, and a hash of passwords is nothing to
// write oneself.
#include <crypt.h>
#include <stdlib.h>
#include <string.h>

// Whether a password is the one of a hash: 1 yes, 0 no. crypt_r works in 32 KB of its own, which are wiped.
static inline int bulletin_password_matches(const char *password, const char *hash) {
    struct crypt_data *space = (struct crypt_data *)calloc(1, sizeof *space);
    if (!space) return 0;
    const char *made = crypt_r(password, hash, space);
    size_t length = strlen(hash);
    unsigned char difference = 1;
    // A failure is told by a text that begins with an asterisk, which is no hash's beginning.
    if (made && *made != '*' && strlen(made) == length) {
        difference = 0;
        for (size_t place = 0; place < length; place++) difference |= (unsigned char)(made[place] ^ hash[place]);
    }
    explicit_bzero(space, sizeof *space);
    free(space);
    return difference == 0;
}
