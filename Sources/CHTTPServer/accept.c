#include "library.h"

#if MOCKLUA_HAS_SOCKETS

#include <string.h>

#include "CHTTPServer.h"

#ifdef __APPLE__
#include <CommonCrypto/CommonDigest.h>
#define SHA1_CTX CC_SHA1_CTX
#define SHA1Init CC_SHA1_Init
#define SHA1Update(context, bytes, count) CC_SHA1_Update(context, bytes, (CC_LONG)(count))
#define SHA1Final CC_SHA1_Final
#else
#include <sha1.h>
#include <sys/types.h>
#endif

void mocklua_socket_digest(const char *key, uint8_t digest[20]) {
  static const char suffix[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  SHA1_CTX context;
  SHA1Init(&context);
  SHA1Update(&context, (const uint8_t *)key, strlen(key));
  SHA1Update(&context, (const uint8_t *)suffix, sizeof suffix - 1);
  SHA1Final(digest, &context);
}

#endif
