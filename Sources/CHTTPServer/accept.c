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

void mocklua_socket_accept(const char *key, char accept[29]) {
  static const char suffix[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  uint8_t digest[21] = {0}; /* one more, for the last group of three */
  SHA1_CTX context;
  SHA1Init(&context);
  SHA1Update(&context, (const uint8_t *)key, strlen(key));
  SHA1Update(&context, (const uint8_t *)suffix, sizeof suffix - 1);
  SHA1Final(digest, &context);
  for (int group = 0; group < 7; group++) {
    const uint8_t *bytes = digest + group * 3;
    unsigned value = (unsigned)bytes[0] << 16 | (unsigned)bytes[1] << 8 | bytes[2];
    for (int digit = 0; digit < 4; digit++) accept[group * 4 + digit] = digits[value >> (18 - 6 * digit) & 63];
  }
  accept[27] = '=';
  accept[28] = '\0';
}

#endif
