#pragma once
// libcrypto: SHA-256 for identities, HMAC-SHA256 for tokens.
// The SHA256_* functions are marked deprecated since OpenSSL 3, and stay: the new interface loads providers and looks the
// algorithm up by name first, which costs a fifth of a short run.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
