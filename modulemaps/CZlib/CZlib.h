#ifndef MOCKLUA_CZLIB_H
#define MOCKLUA_CZLIB_H

/* The system's zlib. */
#include <zlib.h>

#endif
