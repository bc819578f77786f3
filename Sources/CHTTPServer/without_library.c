/* Replaces the server in a build without libmicrohttpd, the sockets in one without libwslay, and TLS in one without
   GnuTLS. They never start, so that nothing else is called. */

#include "CHTTPServer.h"
#include "library.h"

bool mocklua_http_is_available(void) { return MOCKLUA_HAS_MICROHTTPD; }

bool mocklua_socket_is_available(void) { return MOCKLUA_HAS_SOCKETS; }

#include <errno.h>
#include <stdlib.h>

#define UNUSED(type, name, ...) \
  type name(__VA_ARGS__) { abort(); }

#if !MOCKLUA_HAS_MICROHTTPD

mocklua_HTTPServer *mocklua_http_start(const mocklua_HTTPOptions *options) {
  (void)options;
  errno = ENOTSUP;
  return NULL;
}

UNUSED(bool, mocklua_http_add, mocklua_HTTPServer *, int)
UNUSED(void, mocklua_http_trust, mocklua_HTTPExchange *)
UNUSED(const char *, mocklua_http_method, const mocklua_HTTPExchange *)
UNUSED(const char *, mocklua_http_target, const mocklua_HTTPExchange *)
UNUSED(void, mocklua_http_each_header, const mocklua_HTTPExchange *, mocklua_HTTPHeaderTaker, void *)
UNUSED(int, mocklua_http_port, const mocklua_HTTPExchange *)
UNUSED(const uint8_t *, mocklua_http_body, const mocklua_HTTPExchange *, size_t *)
UNUSED(bool, mocklua_http_is_too_long, const mocklua_HTTPExchange *)
UNUSED(mocklua_HTTPProblem, mocklua_http_problem, const mocklua_HTTPExchange *)
UNUSED(void, mocklua_http_answer, mocklua_HTTPExchange *, unsigned, const void *, size_t, mocklua_HTTPHeaders)
UNUSED(void, mocklua_http_begin_stream, mocklua_HTTPExchange *, unsigned, int64_t, mocklua_HTTPHeaders)
UNUSED(void, mocklua_http_write, mocklua_HTTPExchange *, const void *, size_t)
UNUSED(void, mocklua_http_end, mocklua_HTTPExchange *)
UNUSED(void, mocklua_http_abort, mocklua_HTTPExchange *, const void *, size_t, bool)
UNUSED(size_t, mocklua_http_unsent, mocklua_HTTPExchange *)
UNUSED(bool, mocklua_http_is_over, mocklua_HTTPExchange *)
UNUSED(void, mocklua_http_release, mocklua_HTTPExchange *)

#endif

#if !MOCKLUA_HAS_TLS

bool mocklua_tls_is_available(void) { return false; }

UNUSED(mocklua_TLSIdentity *, mocklua_tls_make, const char *, const char **)
UNUSED(const char *, mocklua_tls_certificate, const mocklua_TLSIdentity *)
UNUSED(void, mocklua_tls_release, mocklua_TLSIdentity *)

#endif

#if !MOCKLUA_HAS_SOCKETS

UNUSED(void, mocklua_socket_digest, const char *, uint8_t [20])
UNUSED(mocklua_Socket *, mocklua_socket_create, const mocklua_SocketOptions *)
UNUSED(void, mocklua_socket_open, mocklua_Socket *, mocklua_HTTPExchange *, mocklua_HTTPHeaders)
UNUSED(bool, mocklua_socket_dial, mocklua_Socket *, const mocklua_SocketServer *, char *, size_t)
UNUSED(void, mocklua_socket_send, mocklua_Socket *, bool, const void *, size_t)
UNUSED(void, mocklua_socket_close, mocklua_Socket *, unsigned, const void *, size_t)
UNUSED(void, mocklua_socket_abort, mocklua_Socket *)
UNUSED(void, mocklua_socket_release, mocklua_Socket *)

#endif
