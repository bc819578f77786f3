#ifndef MOCKLUA_CERTIFICATE_H
#define MOCKLUA_CERTIFICATE_H

#include "CHTTPServer.h"

/* Both are PEM. */
struct mocklua_TLSIdentity {
  char key[1024];
  char certificate[2048];
};

#endif
