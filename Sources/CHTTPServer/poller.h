#ifndef MOCKLUA_POLLER_H
#define MOCKLUA_POLLER_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * A connection that the polling thread serves, which is one thread for the whole process. The functions are only called
 * by that thread.
 */
typedef struct mocklua_Polled mocklua_Polled;

enum { mocklua_polled_descriptors = 2 };

typedef struct mocklua_PolledFunctions {
  /* Sets the events to wait for, with -1 for a descriptor that isn't needed. Returns the milliseconds to wait at most;
     -1 without a limit. */
  int (*prepare)(mocklua_Polled *polled, struct pollfd polls[mocklua_polled_descriptors]);
  /* Reads and writes what is possible. Returns false at the end. */
  bool (*serve)(mocklua_Polled *polled, const struct pollfd polls[mocklua_polled_descriptors], int64_t now);
  /* Closes the connection and releases it. */
  void (*finish)(mocklua_Polled *polled);
} mocklua_PolledFunctions;

/* The first member of each connection. */
struct mocklua_Polled {
  const mocklua_PolledFunctions *functions;
  mocklua_Polled *next; /* until the thread takes it */
};

void mocklua_poller_add(mocklua_Polled *polled);

/* Lets the thread look at all connections again. */
void mocklua_poller_wake(void);

/* Milliseconds, never 0. */
int64_t mocklua_now_ms(void);

void mocklua_do_not_block(int descriptor);

#endif
