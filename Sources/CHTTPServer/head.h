#ifndef MOCKLUA_HEAD_H
#define MOCKLUA_HEAD_H

#include <microhttpd.h>

#include "CHTTPServer.h"

/* Looks for what RFC 9112 has refused, and the library lets pass. Only in the first call for a request, with the pointers to the
   method and the version that the library gives; `target` is a copy. */
mocklua_HTTPProblem mocklua_problem_of_head(struct MHD_Connection *connection, const char *method, const char *target,
                                            const char *version);

#endif
