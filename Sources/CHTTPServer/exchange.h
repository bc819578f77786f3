#ifndef MOCKLUA_EXCHANGE_H
#define MOCKLUA_EXCHANGE_H

#include <microhttpd.h>
#include <pthread.h>

#include "CHTTPServer.h"

struct mocklua_HTTPServer {
  struct MHD_Daemon *daemon;
  mocklua_HTTPOptions options;
  struct mocklua_untrusted *untrusted;
  struct mocklua_TLS *tls; /* NULL without TLS */
};

/*
 * `lock` guards everything that both sides share. A waiting connection is suspended, which removes it from the event
 * loop. A thread with new data for the connection resumes it.
 */
struct mocklua_HTTPExchange {
  mocklua_HTTPServer *server;
  struct MHD_Connection *connection;
  pthread_mutex_t lock;
  int references;
  char *method, *target;
  uint8_t *body;
  size_t body_length, body_capacity;
  bool has_begun, is_too_long, is_handed_over;
  /* The reason why the request is refused; 0 if it is well-formed. */
  mocklua_HTTPProblem problem;
  struct MHD_Response *response;
  unsigned status;
  bool is_answered, is_suspended, is_over, is_aborted, resets;
  /* The socket that this request becomes; NULL for other requests. */
  mocklua_Socket *socket;
  /* A stream, or the bytes to send instead of a response. */
  uint8_t *output;
  size_t output_start, output_length, output_capacity;
  bool has_ended;
};

mocklua_HTTPExchange *mocklua_exchange_create(mocklua_HTTPServer *server, const char *target);

/* Sends the bytes of an aborted exchange, and resets its connection if needed. Only valid while the library handles the
   request, before it closes the connection. */
void mocklua_exchange_break(mocklua_HTTPExchange *exchange);

/* Appends bytes to a buffer; false if there isn't enough memory. */
bool mocklua_buffer_append(uint8_t **buffer, size_t *length, size_t *capacity, const void *bytes, size_t count);

#endif
