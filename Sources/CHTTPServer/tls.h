#ifndef MOCKLUA_TLS_H
#define MOCKLUA_TLS_H

#include "CHTTPServer.h"

/* The credentials of a server with TLS. */
typedef struct mocklua_TLS mocklua_TLS;

/* Returns NULL if the library refuses the identity, or if there isn't enough memory. */
mocklua_TLS *mocklua_tls_create(const mocklua_TLSIdentity *identity);

void mocklua_tls_free(mocklua_TLS *tls);

/* Takes a client's connection, and returns the one to serve in its place, with a number that identifies both. If the
   system doesn't allow it, closes the client's connection and returns -1 with `errno`. */
int mocklua_tls_take(mocklua_TLS *tls, int client, uint32_t *number);

/* Lets a client see a reset in place of the end, once its connection is closed. */
void mocklua_tls_reset(uint32_t number);

#endif
