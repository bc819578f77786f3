#ifndef MOCKLUA_SOCKET_H
#define MOCKLUA_SOCKET_H

#include <microhttpd.h>

#include "CHTTPServer.h"

void mocklua_socket_retain(mocklua_Socket *socket);

/* Starts a socket whose handshake is done, with the bytes that were received after it. The handle is NULL for the
   client's side. */
void mocklua_socket_start(mocklua_Socket *socket, int descriptor, struct MHD_UpgradeResponseHandle *handle,
                          const void *early, size_t early_length);

/* Ends a socket whose client disconnected during the handshake; does nothing for other sockets. */
void mocklua_socket_drop(mocklua_Socket *socket);

#endif
