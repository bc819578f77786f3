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

/* Makes a connection to a server secure, and returns the one to use in its place. Blocks as long as the connection's
   time limits permit. On failure, closes the connection, writes the reason, and returns -1. */
int mocklua_tls_dial(int server, const char *host, char *reason, size_t size);

/* Lets a client see a reset in place of the end, once its connection is closed. */
void mocklua_tls_reset(uint32_t number);

#endif
