#ifndef MOCKLUA_LIBRARY_H
#define MOCKLUA_LIBRARY_H

/*
 * Apple's SDKs don't contain libmicrohttpd, so a build there may not have it. The compiler checks for its header,
 * because SwiftPM caches the manifest. A library that is installed later is used by the next build.
 */
#if !defined(MOCKLUA_WITHOUT_MICROHTTPD) && __has_include(<microhttpd.h>)
#define MOCKLUA_HAS_MICROHTTPD 1
#else
#define MOCKLUA_HAS_MICROHTTPD 0
#endif

/* The same for libwslay. Debian's package has no static library, so a static command is built without it. */
#if MOCKLUA_HAS_MICROHTTPD && !defined(MOCKLUA_WITHOUT_WSLAY) && __has_include(<wslay/wslay.h>)
#define MOCKLUA_HAS_SOCKETS 1
#else
#define MOCKLUA_HAS_SOCKETS 0
#endif

/* The same for GnuTLS. */
#if MOCKLUA_HAS_MICROHTTPD && !defined(MOCKLUA_WITHOUT_TLS) && __has_include(<gnutls/x509.h>)
#define MOCKLUA_HAS_TLS 1
#else
#define MOCKLUA_HAS_TLS 0
#endif

#endif
