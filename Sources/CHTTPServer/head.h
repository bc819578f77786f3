#ifndef MOCKLUA_HEAD_H
#define MOCKLUA_HEAD_H

#include <microhttpd.h>

#include "CHTTPServer.h"

/* Finds problems for which RFC 9112 requires a refusal, but that the library accepts. Call it only in the first
   callback for a request, with the library's pointers to the method and the version. `target` is a copy. */
mocklua_HTTPProblem mocklua_problem_of_head(struct MHD_Connection *connection, const char *method, const char *target,
                                            const char *version);

#endif
