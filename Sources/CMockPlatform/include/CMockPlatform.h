#ifndef MOCKSERVICES_CMOCKPLATFORM_H
#define MOCKSERVICES_CMOCKPLATFORM_H

/* Primitives for locks and counters that Swift doesn't have: thread-local variables that are looked up again after
   every `await`, and atomic operations that work with the runtime of iOS 16 and that ThreadSanitizer supports. The
   functions aren't inline, so that the compiler can't cache the thread. */

#include "CMockSockets.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct mockplatform_Thread {
  /* The number of ranked locks that it holds, each counted once. */
  int32_t held;
  /* The ranks of those locks, one bit each. */
  uint32_t ranks;
  /* The number of leaf locks that it holds. Only debug builds count them. */
  int32_t leaves;
  /* The work that Swift has deferred until the thread holds no ranked lock. */
  void *deferred;
} mockplatform_Thread;

/* Returns the record of the calling thread. Swift has no thread-local variables without a lookup by key. */
mockplatform_Thread *mockplatform_thread(void);

/* A reentrant lock. */
typedef struct mockplatform_Lock {
  pthread_mutex_t mutex;
  /* The thread that holds it, or NULL. Atomic. */
  mockplatform_Thread *owner;
  /* The number of tasks that wait for it without blocking a thread. Atomic. */
  int64_t parked;
  /* The number of times that the owner has taken it. */
  int32_t depth;
  uint32_t rank;
} mockplatform_Lock;

void mockplatform_lock_create(mockplatform_Lock *lock, uint32_t rank);
void mockplatform_lock_destroy(mockplatform_Lock *lock);

/* Returns whether the calling thread may take the lock: it already has the lock, or it holds no leaf lock and no lock
   of the same or a higher rank. */
bool mockplatform_lock_is_allowed(const mockplatform_Lock *lock);

/* Takes the lock, and blocks the thread until it is free. */
void mockplatform_lock_take(mockplatform_Lock *lock);

/* Takes the lock if it is free or becomes free within a few hundred nanoseconds. */
bool mockplatform_lock_try(mockplatform_Lock *lock);

/* The remaining work of a thread that has released a lock. */
typedef struct mockplatform_Released {
  /* The lock is free, and tasks are waiting for it. */
  bool wakes;
  /* It was the thread's last lock, and there is deferred work. */
  bool runs_deferred;
} mockplatform_Released;

mockplatform_Released mockplatform_lock_release(mockplatform_Lock *lock);

/* Returns whether any thread holds the lock. A task calls this after announcing that it waits, and a releasing thread
   checks for such tasks last, so at least one of the two sees the other. */
bool mockplatform_lock_is_held(const mockplatform_Lock *lock);

bool mockplatform_lock_is_mine(const mockplatform_Lock *lock);

/* Adds to the number of waiting tasks. */
void mockplatform_lock_park(mockplatform_Lock *lock, int64_t change);

/* An atomic number. Reading it makes all writes visible that happened before it was set. */
int64_t mockplatform_load(const int64_t *number);
void mockplatform_store(int64_t *number, int64_t value);

/* Adds to an atomic number and returns the sum. */
int64_t mockplatform_add(int64_t *number, int64_t change);

/* Returns the file of the program or dynamic library that contains an address; NULL if unknown. */
const char *mockplatform_image_of(const void *address);

/* Enables line buffering for standard output. `stdout` is a global variable, which Swift 6 doesn't allow access to. */
void mockplatform_write_lines(void);

#endif
