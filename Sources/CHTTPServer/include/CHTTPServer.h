#ifndef MOCKLUA_CHTTPSERVER_H
#define MOCKLUA_CHTTPSERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Serves HTTP on connections that the caller has accepted, on separate threads.
 *
 * libmicrohttpd is started by a variadic function, which Swift can't call, and calls back in the middle of a
 * request. Both stay here. A request is passed on once, when it is complete. Any thread can respond to it,
 * immediately or later, with a single body or with a stream.
 */

typedef struct mocklua_HTTPServer mocklua_HTTPServer;

/* A request and its response. The receiver owns it until `mocklua_http_release`. */
typedef struct mocklua_HTTPExchange mocklua_HTTPExchange;

/* The key and the certificate of a server. */
typedef struct mocklua_TLSIdentity mocklua_TLSIdentity;

typedef struct mocklua_HTTPOptions {
  unsigned threads;         /* at least 2 */
  unsigned connections;     /* maximum number of open connections */
  unsigned idle_seconds;    /* time after which a connection without a request is closed */
  /* maximum number of untrusted connections; the oldest is closed for the next */
  unsigned untrusted_connections;
  unsigned untrusted_seconds; /* time after which an idle untrusted connection is closed */
  size_t body_limit;      /* bytes; a longer body is dropped, and the request is marked `is_too_long` */
  const mocklua_TLSIdentity *tls; /* for HTTPS; NULL for HTTP. Only used during the start. */
  /* Handles a request, on a thread of the server. */
  void (*handle)(void *context, mocklua_HTTPExchange *exchange);
  void *context;
} mocklua_HTTPOptions;

/* Whether the build includes GnuTLS. Without it, no server with TLS starts. */
bool mocklua_tls_is_available(void);

/* Makes a key and a self-signed certificate for the loopback addresses, and for an IPv4 address unless that is NULL.
   The caller owns them. If it fails, returns NULL and sets the reason. */
mocklua_TLSIdentity *mocklua_tls_make(const char *address, const char **reason);
/* The certificate as PEM. */
const char *mocklua_tls_certificate(const mocklua_TLSIdentity *identity);
void mocklua_tls_release(mocklua_TLSIdentity *identity);

/* Whether the build includes libmicrohttpd. Without it, no server starts. */
bool mocklua_http_is_available(void);

/* Starts a server; NULL with `errno` if the system doesn't allow it. */
mocklua_HTTPServer *mocklua_http_start(const mocklua_HTTPOptions *options);

/* Takes ownership of a connection, which is untrusted at first. Closes it if there are too many. Returns false with
   `errno` if the system has nothing left for it. */
bool mocklua_http_add(mocklua_HTTPServer *server, int socket);

/* The request. All of it is valid as long as the exchange. */
const char *mocklua_http_method(const mocklua_HTTPExchange *exchange);
/* The path and query as they were sent. */
const char *mocklua_http_target(const mocklua_HTTPExchange *exchange);
typedef void (*mocklua_HTTPHeaderTaker)(void *context, const char *name, const char *value);
/* Passes all headers in the order in which they were sent. Only valid in the request handler. */
void mocklua_http_each_header(const mocklua_HTTPExchange *exchange, mocklua_HTTPHeaderTaker take, void *context);
/* The local port of the connection. Only valid in the request handler. */
int mocklua_http_port(const mocklua_HTTPExchange *exchange);
/* Marks the connection as trusted. Only valid in the request handler. */
void mocklua_http_trust(mocklua_HTTPExchange *exchange);
const uint8_t *mocklua_http_body(const mocklua_HTTPExchange *exchange, size_t *length);
bool mocklua_http_is_too_long(const mocklua_HTTPExchange *exchange);

/* The reasons for which RFC 9112 requires a refusal. */
typedef enum mocklua_HTTPProblem {
  MOCKLUA_HTTP_IS_FINE = 0,
  MOCKLUA_HTTP_BAD_REQUEST_LINE,      /* a control character or extra spaces */
  MOCKLUA_HTTP_BAD_LINE,              /* a folded line, or one with a bare LF, a NUL, or no name */
  MOCKLUA_HTTP_BAD_HEADER_NAME,       /* not a token, such as a name with a space before the colon */
  MOCKLUA_HTTP_BAD_HEADER_VALUE,      /* a control character, such as a bare CR */
  MOCKLUA_HTTP_NO_HOST,               /* no `Host` header in HTTP/1.1 */
  MOCKLUA_HTTP_TWO_HOSTS,             /* two `Host` headers */
  MOCKLUA_HTTP_TWO_LENGTHS,           /* two `Content-Length` headers */
  MOCKLUA_HTTP_LENGTH_AND_CODING,     /* `Content-Length` and `Transfer-Encoding` */
  MOCKLUA_HTTP_CODING_OF_OLD_VERSION, /* `Transfer-Encoding` in HTTP/1.0 */
  MOCKLUA_HTTP_CODING_NOT_CHUNKED,    /* the last transfer coding isn't `chunked`, or occurs twice */
  MOCKLUA_HTTP_UNKNOWN_CODING,        /* another transfer coding before `chunked` */
} mocklua_HTTPProblem;

/* The reason why the request must be refused. Such a request is passed on without a body when its head has arrived,
   and must be refused immediately. */
mocklua_HTTPProblem mocklua_http_problem(const mocklua_HTTPExchange *exchange);

/* The headers of a response: pairs of names and values that end with NULL. */
typedef const char *const *mocklua_HTTPHeaders;

/* Sends a response. The bytes are copied. Only the first response of an exchange counts. */
void mocklua_http_answer(mocklua_HTTPExchange *exchange, unsigned status, const void *body, size_t length,
                         mocklua_HTTPHeaders headers);

/* Starts a stream response. `mocklua_http_write` appends to it until `mocklua_http_end`. `length` is the total
   number of bytes, or -1. If the response can't have a body, -1 sends no length, and closes the connection. */
void mocklua_http_begin_stream(mocklua_HTTPExchange *exchange, unsigned status, int64_t length,
                               mocklua_HTTPHeaders headers);
void mocklua_http_write(mocklua_HTTPExchange *exchange, const void *bytes, size_t length);
void mocklua_http_end(mocklua_HTTPExchange *exchange);
/* Ends the connection without a response, or in the middle of a stream. If nothing was sent yet, sends these bytes
   first, at most as many as the system takes at once, and resets the connection if `resets` is true. */
void mocklua_http_abort(mocklua_HTTPExchange *exchange, const void *bytes, size_t length, bool resets);
/* The number of bytes of a stream that the client hasn't received yet. */
size_t mocklua_http_unsent(mocklua_HTTPExchange *exchange);

/* Whether the client has disconnected, or has received its whole response. */
bool mocklua_http_is_over(mocklua_HTTPExchange *exchange);

void mocklua_http_release(mocklua_HTTPExchange *exchange);

/*
 * A WebSocket. The receiver owns it until `mocklua_socket_release`. Messages can be sent from any thread, also before
 * the handshake is answered.
 */
typedef struct mocklua_Socket mocklua_Socket;

typedef enum mocklua_SocketEventKind {
  MOCKLUA_SOCKET_TEXT,  /* a message of UTF-8, which was checked */
  MOCKLUA_SOCKET_BYTES,
  MOCKLUA_SOCKET_END,   /* the last event */
} mocklua_SocketEventKind;

typedef struct mocklua_SocketEvent {
  mocklua_SocketEventKind kind;
  /* The message, or the reason of the end; only valid in the handler. */
  const uint8_t *bytes;
  size_t length;
  /* The code of the end (RFC 6455, 7.4): 1005 if the client gave none, 1006 if the connection is lost. */
  unsigned code;
  /* Whether the client closed the socket, or its connection is lost, before our side closed it. */
  bool is_by_client;
  /* Whether the socket was closed with `code` because the client sent invalid frames, or because of a limit. */
  bool is_refused;
} mocklua_SocketEvent;

typedef struct mocklua_SocketOptions {
  size_t message_limit; /* bytes; a longer message closes the socket with code 1009 */
  bool is_client; /* whether we are the client, in which case "the client" below is the server */
  /* Handles an event. The events of a socket arrive one after the other. */
  void (*receive)(void *context, const mocklua_SocketEvent *event);
  void *context;
} mocklua_SocketOptions;

/* Whether the build includes libwslay. Without it, no socket is created. */
bool mocklua_socket_is_available(void);

/* Writes the digest for a `Sec-WebSocket-Key`, whose base64 is the `Sec-WebSocket-Accept` (RFC 6455, 4.2.2). */
void mocklua_socket_digest(const char *key, uint8_t digest[20]);

mocklua_Socket *mocklua_socket_create(const mocklua_SocketOptions *options);

/* Answers a handshake, after which the socket is open. */
void mocklua_socket_open(mocklua_Socket *socket, mocklua_HTTPExchange *exchange, mocklua_HTTPHeaders headers);
/* A server of a socket, and the handshake to send it. */
typedef struct mocklua_SocketServer {
  const char *host; /* a name or an address, without brackets */
  unsigned port;
  bool is_secure;
  const char *request; /* with the empty line at its end */
  const char *accept;  /* the `Sec-WebSocket-Accept` that the response must have */
} mocklua_SocketServer;

/* Connects a client's socket, after which it is open. Blocks for up to 10 seconds for each step. Writes the head of the
   response, or the reason why there is none. Unless the server accepts, the socket has ended. */
bool mocklua_socket_dial(mocklua_Socket *socket, const mocklua_SocketServer *server, char *text, size_t size);
/* Sends a message. The bytes are copied. */
void mocklua_socket_send(mocklua_Socket *socket, bool is_text, const void *bytes, size_t length);
/* Closes the socket after the messages that were sent. The reason has up to 123 bytes of UTF-8. */
void mocklua_socket_close(mocklua_Socket *socket, unsigned code, const void *reason, size_t length);
/* Ends the connection without closing the socket. */
void mocklua_socket_abort(mocklua_Socket *socket);

void mocklua_socket_release(mocklua_Socket *socket);

#endif
