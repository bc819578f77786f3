#include "library.h"

#if MOCKLUA_HAS_MICROHTTPD

#include "exchange.h"
#include "socket.h"

#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tls.h"

mocklua_HTTPExchange *mocklua_exchange_create(mocklua_HTTPServer *server, const char *target) {
  mocklua_HTTPExchange *exchange = calloc(1, sizeof *exchange);
  if (exchange == NULL) return NULL;
  exchange->target = strdup(target);
  if (exchange->target == NULL || pthread_mutex_init(&exchange->lock, NULL) != 0) {
    free(exchange->target);
    free(exchange);
    return NULL;
  }
  exchange->server = server;
  exchange->references = 1;
  return exchange;
}

void mocklua_http_release(mocklua_HTTPExchange *exchange) {
  if (__atomic_sub_fetch(&exchange->references, 1, __ATOMIC_ACQ_REL) > 0) return;
  if (exchange->response != NULL) MHD_destroy_response(exchange->response);
#if MOCKLUA_HAS_SOCKETS
  if (exchange->socket != NULL) mocklua_socket_release(exchange->socket);
#endif
  pthread_mutex_destroy(&exchange->lock);
  free(exchange->method);
  free(exchange->target);
  free(exchange->body);
  free(exchange->output);
  free(exchange);
}

bool mocklua_buffer_append(uint8_t **buffer, size_t *length, size_t *capacity, const void *bytes, size_t count) {
  if (*length + count > *capacity) {
    size_t wanted = *capacity == 0 ? 1024 : *capacity;
    while (wanted < *length + count) wanted *= 2;
    uint8_t *larger = realloc(*buffer, wanted);
    if (larger == NULL) return false;
    *buffer = larger;
    *capacity = wanted;
  }
  memcpy(*buffer + *length, bytes, count);
  *length += count;
  return true;
}

const char *mocklua_http_method(const mocklua_HTTPExchange *exchange) { return exchange->method; }

const char *mocklua_http_target(const mocklua_HTTPExchange *exchange) { return exchange->target; }

struct taker {
  mocklua_HTTPHeaderTaker take;
  void *context;
};

static enum MHD_Result take_header(void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
  (void)kind;
  struct taker *taker = context;
  taker->take(taker->context, name, value == NULL ? "" : value);
  return MHD_YES;
}

void mocklua_http_each_header(const mocklua_HTTPExchange *exchange, mocklua_HTTPHeaderTaker take, void *context) {
  struct taker taker = {take, context};
  MHD_get_connection_values(exchange->connection, MHD_HEADER_KIND, take_header, &taker);
}

/* The address with which the server added the connection. */
static struct sockaddr_in address_of(mocklua_HTTPExchange const *exchange) {
  const union MHD_ConnectionInfo *information =
      MHD_get_connection_info(exchange->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  struct sockaddr_in address = {0};
  if (information != NULL && information->client_addr != NULL) memcpy(&address, information->client_addr, sizeof address);
  return address;
}

int mocklua_http_port(const mocklua_HTTPExchange *exchange) { return ntohs(address_of(exchange).sin_port); }

const uint8_t *mocklua_http_body(const mocklua_HTTPExchange *exchange, size_t *length) {
  *length = exchange->body_length;
  return exchange->body;
}

bool mocklua_http_is_too_long(const mocklua_HTTPExchange *exchange) { return exchange->is_too_long; }

mocklua_HTTPProblem mocklua_http_problem(const mocklua_HTTPExchange *exchange) { return exchange->problem; }

/* The caller holds the lock. */
static void resume(mocklua_HTTPExchange *exchange) {
  if (!exchange->is_suspended) return;
  exchange->is_suspended = false;
  MHD_resume_connection(exchange->connection);
}

/* Sets the response of the connection. A second response is dropped, and so is one after the connection has ended.
   Returns whether it was taken. */
static bool set_response(mocklua_HTTPExchange *exchange, unsigned status, struct MHD_Response *response,
                         mocklua_HTTPHeaders headers) {
  if (response == NULL) abort(); /* no memory */
  for (; headers != NULL && headers[0] != NULL; headers += 2) {
    /* libmicrohttpd refuses an empty value, and clients ignore spaces around a value (RFC 9110, 5.5). */
    MHD_add_response_header(response, headers[0], headers[1][0] == '\0' ? " " : headers[1]);
  }
  pthread_mutex_lock(&exchange->lock);
  bool is_taken = !exchange->is_answered && !exchange->is_over;
  if (is_taken) {
    exchange->is_answered = true;
    exchange->status = status;
    exchange->response = response;
    resume(exchange);
  }
  pthread_mutex_unlock(&exchange->lock);
  if (!is_taken) MHD_destroy_response(response);
  return is_taken;
}

#if MOCKLUA_HAS_SOCKETS
static void start_socket(void *context, struct MHD_Connection *connection, void *state, const char *early,
                         size_t early_length, MHD_socket descriptor, struct MHD_UpgradeResponseHandle *handle) {
  (void)connection;
  (void)state;
  mocklua_socket_start(context, descriptor, handle, early, early_length);
}

void mocklua_socket_open(mocklua_Socket *socket, mocklua_HTTPExchange *exchange, mocklua_HTTPHeaders headers) {
  mocklua_socket_retain(socket);
  exchange->socket = socket;
  struct MHD_Response *response = MHD_create_response_for_upgrade(start_socket, socket);
  if (!set_response(exchange, MHD_HTTP_SWITCHING_PROTOCOLS, response, headers)) mocklua_socket_drop(socket);
}
#endif

void mocklua_http_answer(mocklua_HTTPExchange *exchange, unsigned status, const void *body, size_t length,
                         mocklua_HTTPHeaders headers) {
  /* The library copies the bytes, although its parameter isn't const. */
  set_response(exchange, status, MHD_create_response_from_buffer(length, (void *)body, MHD_RESPMEM_MUST_COPY),
               headers);
}

/* Passes the available data of a stream to the library, on its thread. */
static ssize_t read_stream(void *context, uint64_t position, char *buffer, size_t size) {
  (void)position;
  mocklua_HTTPExchange *exchange = context;
  pthread_mutex_lock(&exchange->lock);
  size_t rest = exchange->output_length - exchange->output_start;
  ssize_t given = 0;
  if (rest > 0) {
    given = (ssize_t)(rest < size ? rest : size);
    memcpy(buffer, exchange->output + exchange->output_start, (size_t)given);
    exchange->output_start += (size_t)given;
    if (exchange->output_start == exchange->output_length) exchange->output_start = exchange->output_length = 0;
  } else if (exchange->is_aborted) {
    given = MHD_CONTENT_READER_END_WITH_ERROR;
  } else if (exchange->has_ended) {
    given = MHD_CONTENT_READER_END_OF_STREAM;
  } else {
    exchange->is_suspended = true;
    MHD_suspend_connection(exchange->connection);
  }
  pthread_mutex_unlock(&exchange->lock);
  return given;
}

static void release_stream(void *context) { mocklua_http_release(context); }

void mocklua_http_begin_stream(mocklua_HTTPExchange *exchange, unsigned status, int64_t length,
                               mocklua_HTTPHeaders headers) {
  __atomic_add_fetch(&exchange->references, 1, __ATOMIC_RELAXED);
  struct MHD_Response *response =
      MHD_create_response_from_callback(length < 0 ? MHD_SIZE_UNKNOWN : (uint64_t)length, 16 << 10, read_stream, exchange,
                                        release_stream);
  /* Without a body, the library would announce chunks, and after HEAD also send the end of them. */
  bool has_body = status != MHD_HTTP_NOT_MODIFIED && strcmp(exchange->method, MHD_HTTP_METHOD_HEAD) != 0;
  if (response != NULL && length < 0 && !has_body) {
    MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
  }
  set_response(exchange, status, response, headers);
}

void mocklua_http_write(mocklua_HTTPExchange *exchange, const void *bytes, size_t length) {
  pthread_mutex_lock(&exchange->lock);
  if (!exchange->is_over && !exchange->has_ended) {
    /* Free the space of sent bytes before the buffer grows. */
    if (exchange->output_start > 0 && exchange->output_length + length > exchange->output_capacity) {
      exchange->output_length -= exchange->output_start;
      memmove(exchange->output, exchange->output + exchange->output_start, exchange->output_length);
      exchange->output_start = 0;
    }
    if (!mocklua_buffer_append(&exchange->output, &exchange->output_length, &exchange->output_capacity, bytes,
                               length)) {
      exchange->has_ended = true;
    }
    if (exchange->is_answered) resume(exchange);
  }
  pthread_mutex_unlock(&exchange->lock);
}

void mocklua_http_end(mocklua_HTTPExchange *exchange) {
  pthread_mutex_lock(&exchange->lock);
  exchange->has_ended = true;
  if (exchange->is_answered && !exchange->is_over) resume(exchange);
  pthread_mutex_unlock(&exchange->lock);
}

void mocklua_http_abort(mocklua_HTTPExchange *exchange, const void *bytes, size_t length, bool resets) {
  pthread_mutex_lock(&exchange->lock);
  if (!exchange->is_answered && length > 0) {
    mocklua_buffer_append(&exchange->output, &exchange->output_length, &exchange->output_capacity, bytes, length);
  }
  exchange->resets = resets;
  exchange->is_aborted = exchange->has_ended = true;
  if (!exchange->is_over) resume(exchange);
  pthread_mutex_unlock(&exchange->lock);
}

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0 /* the library sets SO_NOSIGPIPE */
#endif

/* Resets a connection, so that the client doesn't see its end, which the library sends before it closes a socket. */
static void reset_connection(int connection) {
  struct linger linger = {.l_onoff = 1, .l_linger = 0};
  setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
#ifdef __linux__
  struct sockaddr none = {.sa_family = AF_UNSPEC};
  (void)connect(connection, &none, sizeof none);
#else
  int other = socket(AF_INET, SOCK_STREAM, 0);
  if (other < 0) return;
  (void)dup2(other, connection);
  close(other);
#endif
}

void mocklua_exchange_break(mocklua_HTTPExchange *exchange) {
  const union MHD_ConnectionInfo *information =
      MHD_get_connection_info(exchange->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  if (information == NULL) return;
  int connection = information->connect_fd;
  /* Without the library, at most as many bytes as the system takes at once. */
  if (exchange->output_length > 0) {
    (void)!send(connection, exchange->output, exchange->output_length, MSG_NOSIGNAL | MSG_DONTWAIT);
  }
  if (!exchange->resets) return;
#if MOCKLUA_HAS_TLS
  if (exchange->server->tls != NULL) {
    mocklua_tls_reset(address_of(exchange).sin_addr.s_addr);
    return;
  }
#endif
  reset_connection(connection);
}

size_t mocklua_http_unsent(mocklua_HTTPExchange *exchange) {
  pthread_mutex_lock(&exchange->lock);
  size_t rest = exchange->output_length - exchange->output_start;
  pthread_mutex_unlock(&exchange->lock);
  return rest;
}

bool mocklua_http_is_over(mocklua_HTTPExchange *exchange) {
  pthread_mutex_lock(&exchange->lock);
  bool is_over = exchange->is_over;
  if (!is_over && exchange->is_suspended) {
    /* The library doesn't check suspended connections. */
    const union MHD_ConnectionInfo *information =
        MHD_get_connection_info(exchange->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    char byte;
    int connection = information == NULL ? -1 : information->connect_fd;
    ssize_t count = connection < 0 ? 1 : recv(connection, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    is_over = count == 0 || (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
  }
  pthread_mutex_unlock(&exchange->lock);
  return is_over;
}

#endif
