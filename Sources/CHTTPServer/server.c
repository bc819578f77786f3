#include "library.h"

#if MOCKLUA_HAS_MICROHTTPD

#include <errno.h>
#include <limits.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

#include "exchange.h"
#include "head.h"
#include "socket.h"
#include "tls.h"
#include "untrusted.h"

/*
 * Starts a request, with its target as it was sent, before the library decodes it.
 *
 * After that, the library would parse the query. A query with a thousand fields fills its memory for the connection,
 * and then it never responds. Our code reads the query from the target, so the library gets an empty one.
 */
static void *take_target(void *context, const char *target, struct MHD_Connection *connection) {
  mocklua_HTTPExchange *exchange = mocklua_exchange_create(context, target);
  if (exchange != NULL) exchange->connection = connection;
  char *query = strchr(target, '?');
  if (query != NULL && query[1] != 0) query[1] = 0;
  return exchange;
}

/* The target is decoded later, by the code that interprets it. */
static size_t leave_escaped(void *context, struct MHD_Connection *connection, char *text) {
  (void)context;
  (void)connection;
  return strlen(text);
}

static void take_body(mocklua_HTTPExchange *exchange, const char *bytes, size_t count) {
  if (exchange->is_too_long) return;
  size_t limit = exchange->server->options.body_limit;
  if (count > limit - exchange->body_length ||
      !mocklua_buffer_append(&exchange->body, &exchange->body_length, &exchange->body_capacity, bytes, count)) {
    exchange->is_too_long = true;
    exchange->body_length = 0;
  }
}

/* Queues the response if there is one, or suspends the connection. */
static enum MHD_Result go_on(mocklua_HTTPExchange *exchange) {
  pthread_mutex_lock(&exchange->lock);
  struct MHD_Response *response = exchange->response;
  exchange->response = NULL;
  bool is_aborted = exchange->is_aborted && response == NULL;
  if (response == NULL && !is_aborted) {
    exchange->is_suspended = true;
    MHD_suspend_connection(exchange->connection);
  }
  pthread_mutex_unlock(&exchange->lock);
  if (is_aborted) {
    mocklua_exchange_break(exchange);
    return MHD_NO;
  }
  if (response == NULL) return MHD_YES;
  enum MHD_Result result = MHD_queue_response(exchange->connection, exchange->status, response);
  MHD_destroy_response(response);
  return result;
}

/* The library calls this when the head of a request has arrived, for each piece of its body, at its end, and again
   after the connection was suspended. */
static enum MHD_Result take_request(void *context, struct MHD_Connection *connection, const char *url,
                                    const char *method, const char *version, const char *piece, size_t *count,
                                    void **state) {
  (void)url;
  mocklua_HTTPServer *server = context;
  mocklua_HTTPExchange *exchange = *state;
  if (exchange == NULL) return MHD_NO;
  if (!exchange->has_begun) {
    exchange->has_begun = true;
    exchange->method = strdup(method);
    if (exchange->method == NULL) return MHD_NO;
    exchange->problem = mocklua_problem_of_head(connection, method, exchange->target, version);
    if (exchange->problem == MOCKLUA_HTTP_IS_FINE) return MHD_YES;
  }
  if (*count > 0) {
    take_body(exchange, piece, *count);
    *count = 0;
    return MHD_YES;
  }
  if (!exchange->is_handed_over) {
    exchange->is_handed_over = true;
    __atomic_add_fetch(&exchange->references, 1, __ATOMIC_RELAXED);
    server->options.handle(server->options.context, exchange);
  }
  return go_on(exchange);
}

static void finish_request(void *context, struct MHD_Connection *connection, void **state,
                           enum MHD_RequestTerminationCode code) {
  (void)context;
  (void)connection;
  (void)code;
  mocklua_HTTPExchange *exchange = *state;
  if (exchange == NULL) return;
  *state = NULL;
  pthread_mutex_lock(&exchange->lock);
  exchange->is_over = true;
  exchange->is_suspended = false;
  pthread_mutex_unlock(&exchange->lock);
#if MOCKLUA_HAS_SOCKETS
  if (exchange->socket != NULL) mocklua_socket_drop(exchange->socket);
#endif
  mocklua_http_release(exchange);
}

static void free_server(mocklua_HTTPServer *server) {
#if MOCKLUA_HAS_TLS
  if (server->tls != NULL) mocklua_tls_free(server->tls);
#endif
  free(server->untrusted);
  free(server);
}

mocklua_HTTPServer *mocklua_http_start(const mocklua_HTTPOptions *options) {
  mocklua_HTTPServer *server = calloc(1, sizeof *server);
  if (server == NULL) return NULL;
  server->options = *options;
  server->options.tls = NULL;
  server->untrusted =
    mocklua_untrusted_create(options->connections, options->untrusted_connections, options->untrusted_seconds);
  bool is_ready = server->untrusted != NULL;
#if MOCKLUA_HAS_TLS
  if (options->tls != NULL) {
    server->tls = mocklua_tls_create(options->tls);
    is_ready = is_ready && server->tls != NULL;
  }
#endif
  if (!is_ready) {
    free_server(server);
    errno = ENOMEM;
    return NULL;
  }
#ifdef __linux__
  unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD;
#else
  unsigned flags = MHD_USE_AUTO | MHD_USE_INTERNAL_POLLING_THREAD;
#endif
  /* Invalid requests are refused. Strict versions before 1.0 send the head of a refusal twice, so head.c makes their
     checks. */
  int strictness = MHD_get_version()[0] == '0' ? 0 : 1;
  errno = 0;
  server->daemon = MHD_start_daemon(
      /* The listener accepts the connections. The library would retry endlessly if none could be opened. */
      flags | MHD_ALLOW_SUSPEND_RESUME | MHD_ALLOW_UPGRADE | MHD_USE_NO_LISTEN_SOCKET, 0, NULL, NULL, take_request, server,
      MHD_OPTION_THREAD_POOL_SIZE, options->threads,
      /* The limit is never reached: see untrusted.c. */
      MHD_OPTION_CONNECTION_LIMIT, (unsigned)INT_MAX,
      MHD_OPTION_CONNECTION_TIMEOUT, options->idle_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)(64 << 10),
      MHD_OPTION_NOTIFY_CONNECTION, mocklua_untrusted_notify, server->untrusted,
      MHD_OPTION_NOTIFY_COMPLETED, finish_request, NULL,
      MHD_OPTION_URI_LOG_CALLBACK, take_target, server,
      MHD_OPTION_UNESCAPE_CALLBACK, leave_escaped, NULL,
      MHD_OPTION_STRICT_FOR_CLIENT, strictness,
      MHD_OPTION_END);
  if (server->daemon != NULL) return server;
  int reason = errno == 0 ? EIO : errno;
  free_server(server);
  errno = reason;
  return NULL;
}

bool mocklua_http_add(mocklua_HTTPServer *server, int socket) {
  /* The library only passes the address on. It holds what we ask for later: the local port, and with TLS the number of
     the connection. */
  struct sockaddr_in address = {.sin_family = AF_INET};
  struct sockaddr_in local;
  socklen_t size = sizeof local;
  if (getsockname(socket, (struct sockaddr *)&local, &size) == 0) address.sin_port = local.sin_port;
#if MOCKLUA_HAS_TLS
  if (server->tls != NULL) {
    uint32_t number;
    socket = mocklua_tls_take(server->tls, socket, &number);
    if (socket < 0) return false;
    address.sin_addr.s_addr = number;
  }
#endif
  MHD_add_connection(server->daemon, socket, (struct sockaddr *)&address, sizeof address);
  return true;
}

void mocklua_http_trust(mocklua_HTTPExchange *exchange) {
  mocklua_HTTPServer *server = exchange->server;
  mocklua_untrusted_trust(server->untrusted, exchange->connection, server->options.idle_seconds);
}

#endif
