#ifndef MOCKLUA_LIBRARY_H
#define MOCKLUA_LIBRARY_H

/*
 * No SDK of Apple's has libmicrohttpd, so that a build there may have to do without it. The compiler looks for its
 * header, and not the manifest, which SwiftPM keeps: what is installed later counts with the next build.
 */
#if !defined(MOCKLUA_WITHOUT_MICROHTTPD) && __has_include(<microhttpd.h>)
#define MOCKLUA_HAS_MICROHTTPD 1
#else
#define MOCKLUA_HAS_MICROHTTPD 0
#endif

#endif
