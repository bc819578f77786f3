#ifndef MOCKLUA_CGNUTLS_H
#define MOCKLUA_CGNUTLS_H

/* The system's GnuTLS, found through pkg-config (`gnutls`), which libmicrohttpd uses for TLS. */
#include <gnutls/x509.h>

#endif
