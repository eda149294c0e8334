#pragma once
// libcrypto: SHA-256 for identities, HMAC-SHA256 for tokens.
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
