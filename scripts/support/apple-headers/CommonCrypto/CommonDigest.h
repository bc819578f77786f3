/* The declarations of Apple's header that are used (CommonCrypto, include/CommonDigest.h). */
#include <stdint.h>

typedef uint32_t CC_LONG;
typedef struct CC_SHA1state_st {
  CC_LONG h0, h1, h2, h3, h4, Nl, Nh;
  CC_LONG data[16];
  int num;
} CC_SHA1_CTX;

int CC_SHA1_Init(CC_SHA1_CTX *context);
int CC_SHA1_Update(CC_SHA1_CTX *context, const void *data, CC_LONG length);
int CC_SHA1_Final(unsigned char *digest, CC_SHA1_CTX *context);
