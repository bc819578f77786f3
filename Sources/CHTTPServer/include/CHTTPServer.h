#ifndef MOCKLUA_CHTTPSERVER_H
#define MOCKLUA_CHTTPSERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Serves HTTP on connections that somebody else has taken, on threads of its own.
 *
 * libmicrohttpd is started by a function with variable arguments, which Swift cannot call, and calls back in the
 * middle of a request; both stay here. A request is handed over once, when all of it is there. It is answered at
 * once or later, from any thread, with one text or with a stream.
 */

typedef struct mocklua_HTTPServer mocklua_HTTPServer;

/* One request and its answer. Who was handed it has it until `mocklua_http_release`. */
typedef struct mocklua_HTTPExchange mocklua_HTTPExchange;

typedef struct mocklua_HTTPOptions {
  unsigned threads;         /* at least 2 */
  unsigned connections;     /* how many may be open at once */
  unsigned idle_seconds;    /* after which a connection without a request is closed */
  unsigned strangers;       /* how many of the connections may be a stranger's; the oldest makes room for one more */
  unsigned stranger_seconds; /* after which one of those is closed that sends nothing */
  size_t body_limit;      /* bytes; a longer body is handed over as `is_too_long`, without it */
  /* Takes a request, on a thread of the server. */
  void (*handle)(void *context, mocklua_HTTPExchange *exchange);
  void *context;
} mocklua_HTTPOptions;

/* Whether this was built with libmicrohttpd; without it no server starts. */
bool mocklua_http_is_available(void);

/* Starts a server; NULL with `errno` where the system does not let it. */
mocklua_HTTPServer *mocklua_http_start(const mocklua_HTTPOptions *options);

/* Takes over a connection, a stranger's at first; closes it where there is no room. */
void mocklua_http_add(mocklua_HTTPServer *server, int socket);

/* The request: all of it stays as long as the exchange. */
const char *mocklua_http_method(const mocklua_HTTPExchange *exchange);
/* Path and query as they were sent. */
const char *mocklua_http_target(const mocklua_HTTPExchange *exchange);
/* Takes one header. */
typedef void (*mocklua_HTTPHeaderTaker)(void *context, const char *name, const char *value);
/* Gives all headers in the order in which they came; only while the request is handed over. */
void mocklua_http_each_header(const mocklua_HTTPExchange *exchange, mocklua_HTTPHeaderTaker take, void *context);
/* The port of this machine at which the connection came; only while the request is handed over. */
int mocklua_http_port(const mocklua_HTTPExchange *exchange);
/* The connection is no stranger's from now on; only while the request is handed over. */
void mocklua_http_trust(mocklua_HTTPExchange *exchange);
const uint8_t *mocklua_http_body(const mocklua_HTTPExchange *exchange, size_t *length);
bool mocklua_http_is_too_long(const mocklua_HTTPExchange *exchange);

/* Why RFC 9112 has a request refused. */
typedef enum mocklua_HTTPProblem {
  MOCKLUA_HTTP_IS_FINE = 0,
  MOCKLUA_HTTP_BAD_REQUEST_LINE,      /* a control character or extra spaces */
  MOCKLUA_HTTP_BAD_LINE,              /* one that continues the last, ends with a bare LF, or has no name or a NUL */
  MOCKLUA_HTTP_BAD_HEADER_NAME,       /* no token, such as one with a space before the colon */
  MOCKLUA_HTTP_BAD_HEADER_VALUE,      /* a control character, such as a bare CR */
  MOCKLUA_HTTP_TWO_HOSTS,             /* two `Host` headers */
  MOCKLUA_HTTP_TWO_LENGTHS,           /* two `Content-Length` headers */
  MOCKLUA_HTTP_LENGTH_AND_CODING,     /* `Content-Length` and `Transfer-Encoding` */
  MOCKLUA_HTTP_CODING_OF_OLD_VERSION, /* `Transfer-Encoding` in HTTP/1.0 */
  MOCKLUA_HTTP_CODING_NOT_CHUNKED,    /* the last transfer coding isn't `chunked`, or is there twice */
  MOCKLUA_HTTP_UNKNOWN_CODING,        /* another transfer coding before `chunked` */
} mocklua_HTTPProblem;

/* Why the request is to be refused. It is handed over when its head has come, has no body, and must be answered at once. */
mocklua_HTTPProblem mocklua_http_problem(const mocklua_HTTPExchange *exchange);

/* Headers of an answer: pairs of name and value that end with NULL. */
typedef const char *const *mocklua_HTTPHeaders;

/* Answers; the bytes are copied. Only the first answer of an exchange counts. */
void mocklua_http_answer(mocklua_HTTPExchange *exchange, unsigned status, const void *body, size_t length,
                         mocklua_HTTPHeaders headers);

/* Answers with a stream, which `mocklua_http_write` fills until `mocklua_http_end`; `length` is the number of bytes that will
   come, or -1. */
void mocklua_http_begin_stream(mocklua_HTTPExchange *exchange, unsigned status, int64_t length,
                               mocklua_HTTPHeaders headers);
void mocklua_http_write(mocklua_HTTPExchange *exchange, const void *bytes, size_t length);
void mocklua_http_end(mocklua_HTTPExchange *exchange);
/* Ends the connection without an answer, or in the middle of a stream. */
void mocklua_http_abort(mocklua_HTTPExchange *exchange);
/* Bytes of a stream that the other side has not taken yet. */
size_t mocklua_http_unsent(mocklua_HTTPExchange *exchange);

/* Whether the other side has gone, or has got its whole answer. */
bool mocklua_http_is_over(mocklua_HTTPExchange *exchange);

void mocklua_http_release(mocklua_HTTPExchange *exchange);

#endif
