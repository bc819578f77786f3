#include "library.h"

#if MOCKLUA_HAS_MICROHTTPD

#include "strangers.h"

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
typedef struct stranger {
  struct stranger *newer, *older;
  int socket;
  bool is_listed;
} stranger;

struct mocklua_strangers {
  pthread_mutex_t lock;
  stranger *newest, *oldest;
  unsigned count, places, seconds;
  unsigned connections, most_connections;
};

mocklua_strangers *mocklua_strangers_create(unsigned connections, unsigned places, unsigned seconds) {
  mocklua_strangers *strangers = calloc(1, sizeof *strangers);
  if (strangers == NULL) return NULL;
  if (pthread_mutex_init(&strangers->lock, NULL) != 0) {
    free(strangers);
    return NULL;
  }
  strangers->most_connections = connections;
  strangers->places = places;
  strangers->seconds = seconds;
  return strangers;
}

/* The caller holds the lock. */
static void take_out(mocklua_strangers *strangers, stranger *one) {
  if (!one->is_listed) return;
  one->is_listed = false;
  strangers->count--;
  if (one->newer != NULL) one->newer->older = one->older;
  if (one->older != NULL) one->older->newer = one->newer;
  if (strangers->newest == one) strangers->newest = one->older;
  if (strangers->oldest == one) strangers->oldest = one->newer;
  one->newer = one->older = NULL;
}

/* The caller holds the lock. */
static void put_in(mocklua_strangers *strangers, stranger *one) {
  one->is_listed = true;
  one->older = strangers->newest;
  if (strangers->newest != NULL) strangers->newest->newer = one;
  strangers->newest = one;
  if (strangers->oldest == NULL) strangers->oldest = one;
  strangers->count++;
}

static void begin(mocklua_strangers *strangers, struct MHD_Connection *connection, void **state) {
  const union MHD_ConnectionInfo *information =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  stranger *one = calloc(1, sizeof *one);
  if (one == NULL || information == NULL) {
    free(one);
    return;
  }
  one->socket = information->connect_fd;
  *state = one;
  MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, strangers->seconds);
  pthread_mutex_lock(&strangers->lock);
  put_in(strangers, one);
  strangers->connections++;
  if (strangers->count > strangers->places || strangers->connections > strangers->most_connections) {
    stranger *oldest = strangers->oldest;
    take_out(strangers, oldest);
    /* The connection's thread notices the shutdown and closes the socket, after a notification that needs the lock. */
    shutdown(oldest->socket, SHUT_RDWR);
  }
  pthread_mutex_unlock(&strangers->lock);
}

void mocklua_strangers_notify(void *context, struct MHD_Connection *connection, void **state,
                              enum MHD_ConnectionNotificationCode code) {
  mocklua_strangers *strangers = context;
  if (code == MHD_CONNECTION_NOTIFY_STARTED) {
    begin(strangers, connection, state);
    return;
  }
  stranger *one = *state;
  if (one == NULL) return;
  *state = NULL;
  pthread_mutex_lock(&strangers->lock);
  take_out(strangers, one);
  strangers->connections--;
  pthread_mutex_unlock(&strangers->lock);
  free(one);
}

void mocklua_strangers_trust(mocklua_strangers *strangers, struct MHD_Connection *connection, unsigned seconds) {
  const union MHD_ConnectionInfo *information =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  stranger *one = information == NULL ? NULL : information->socket_context;
  if (one == NULL) return;
  pthread_mutex_lock(&strangers->lock);
  bool was_listed = one->is_listed;
  take_out(strangers, one);
  pthread_mutex_unlock(&strangers->lock);
  if (was_listed) MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, seconds);
}

#endif
