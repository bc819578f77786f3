#ifndef MOCKLUA_CWSLAY_H
#define MOCKLUA_CWSLAY_H

/* The system's wslay, which reads and writes the frames of WebSockets. */
#include <wslay/wslay.h>

#endif
