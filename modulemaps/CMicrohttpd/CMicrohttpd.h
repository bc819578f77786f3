#ifndef MOCKLUA_CMICROHTTPD_H
#define MOCKLUA_CMICROHTTPD_H

/* The system's GNU libmicrohttpd, found through pkg-config (`libmicrohttpd`). */
#include <microhttpd.h>

#endif
