#pragma once
// libcrypto: SHA-256 for identities, HMAC-SHA256 for tokens, PEM files of certificates and keys.
// The SHA256_* functions are marked deprecated since OpenSSL 3, and stay: the new interface loads providers and looks the
// algorithm up by name first, which costs a fifth of a short run.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/x509.h>

// What is wrong with a certificate and its key, both as PEM: 1 no certificate, 2 no key (or one with a password, which
// nobody is asked for), 3 the key is not the certificate's, 0 nothing.
static inline int bulletin_pem_fault(const char *certificate, int certificate_size, const char *key, int key_size) {
    BIO *source = BIO_new_mem_buf(certificate, certificate_size);
    X509 *read = source ? PEM_read_bio_X509(source, (X509 **)0, (pem_password_cb *)0, (void *)"") : (X509 *)0;
    BIO_free(source);
    if (!read) return 1;
    source = BIO_new_mem_buf(key, key_size);
    EVP_PKEY *own = source ? PEM_read_bio_PrivateKey(source, (EVP_PKEY **)0, (pem_password_cb *)0, (void *)"")
                           : (EVP_PKEY *)0;
    BIO_free(source);
    int fault = !own ? 2 : X509_check_private_key(read, own) == 1 ? 0 : 3;
    EVP_PKEY_free(own);
    X509_free(read);
    return fault;
}
