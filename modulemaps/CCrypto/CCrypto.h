#ifndef MOCKLUA_CCRYPTO_H
#define MOCKLUA_CCRYPTO_H

/* The system's OpenSSL, found through pkg-config (`libcrypto`): its digests. */
#include <openssl/evp.h>

#endif
