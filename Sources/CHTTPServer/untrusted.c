#include "library.h"

#if MOCKLUA_HAS_MICROHTTPD

#include "untrusted.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/socket.h>

/*
 * The connections without a token. They have few slots and little time, so that a client that opens many idle
 * connections can't block others: the oldest connection is closed for the next one.
 *
 * It's also closed if there are too many connections in total. The library must not reach its own limit, because a
 * thread that does so never releases a lock (0.9.75).
 */
typedef struct untrusted_connection {
  struct untrusted_connection *newer, *older;
  int socket;
  bool is_listed;
} untrusted_connection;

struct mocklua_untrusted {
  pthread_mutex_t lock;
  untrusted_connection *newest, *oldest;
  unsigned count, places, seconds;
  unsigned connections, most_connections;
};

mocklua_untrusted *mocklua_untrusted_create(unsigned connections, unsigned places, unsigned seconds) {
  mocklua_untrusted *untrusted = calloc(1, sizeof *untrusted);
  if (untrusted == NULL) return NULL;
  if (pthread_mutex_init(&untrusted->lock, NULL) != 0) {
    free(untrusted);
    return NULL;
  }
  untrusted->most_connections = connections;
  untrusted->places = places;
  untrusted->seconds = seconds;
  return untrusted;
}

/* The caller holds the lock. */
static void take_out(mocklua_untrusted *untrusted, untrusted_connection *one) {
  if (!one->is_listed) return;
  one->is_listed = false;
  untrusted->count--;
  if (one->newer != NULL) one->newer->older = one->older;
  if (one->older != NULL) one->older->newer = one->newer;
  if (untrusted->newest == one) untrusted->newest = one->older;
  if (untrusted->oldest == one) untrusted->oldest = one->newer;
  one->newer = one->older = NULL;
}

/* The caller holds the lock. */
static void put_in(mocklua_untrusted *untrusted, untrusted_connection *one) {
  one->is_listed = true;
  one->older = untrusted->newest;
  if (untrusted->newest != NULL) untrusted->newest->newer = one;
  untrusted->newest = one;
  if (untrusted->oldest == NULL) untrusted->oldest = one;
  untrusted->count++;
}

static void begin(mocklua_untrusted *untrusted, struct MHD_Connection *connection, void **state) {
  const union MHD_ConnectionInfo *information =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  untrusted_connection *one = calloc(1, sizeof *one);
  if (one == NULL || information == NULL) {
    free(one);
    return;
  }
  one->socket = information->connect_fd;
  *state = one;
  MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, untrusted->seconds);
  pthread_mutex_lock(&untrusted->lock);
  put_in(untrusted, one);
  untrusted->connections++;
  if (untrusted->count > untrusted->places || untrusted->connections > untrusted->most_connections) {
    untrusted_connection *oldest = untrusted->oldest;
    take_out(untrusted, oldest);
    /* The connection's thread notices the shutdown and closes the socket, after a notification that needs the lock. */
    shutdown(oldest->socket, SHUT_RDWR);
  }
  pthread_mutex_unlock(&untrusted->lock);
}

void mocklua_untrusted_notify(void *context, struct MHD_Connection *connection, void **state,
                              enum MHD_ConnectionNotificationCode code) {
  mocklua_untrusted *untrusted = context;
  if (code == MHD_CONNECTION_NOTIFY_STARTED) {
    begin(untrusted, connection, state);
    return;
  }
  untrusted_connection *one = *state;
  if (one == NULL) return;
  *state = NULL;
  pthread_mutex_lock(&untrusted->lock);
  take_out(untrusted, one);
  untrusted->connections--;
  pthread_mutex_unlock(&untrusted->lock);
  free(one);
}

void mocklua_untrusted_trust(mocklua_untrusted *untrusted, struct MHD_Connection *connection, unsigned seconds) {
  const union MHD_ConnectionInfo *information =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  untrusted_connection *one = information == NULL ? NULL : information->socket_context;
  if (one == NULL) return;
  pthread_mutex_lock(&untrusted->lock);
  bool was_listed = one->is_listed;
  take_out(untrusted, one);
  pthread_mutex_unlock(&untrusted->lock);
  if (was_listed) MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, seconds);
}

#endif
