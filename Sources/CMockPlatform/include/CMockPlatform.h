#ifndef MOCKSERVICES_CMOCKPLATFORM_H
#define MOCKSERVICES_CMOCKPLATFORM_H

/* What locks and counters need and Swift does not have: variables of a thread that are looked up anew after
   every `await`, and atomic operations that work with the runtime of iOS 16 and that ThreadSanitizer sees.
   The functions are not inline, so that the compiler cannot keep the thread that they found. */

#include "CMockSockets.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* What is known of a thread. */
typedef struct mockplatform_Thread {
  /* How many ranked locks it holds, each counted once. */
  int32_t held;
  /* The ranks of those, one bit each. */
  uint32_t ranks;
  /* How many leaf locks it holds; only a debug build counts. */
  int32_t leaves;
  /* What Swift has put off until the thread holds no ranked lock any more. */
  void *deferred;
} mockplatform_Thread;

/* The record of the calling thread. Swift has no thread-local variables without a lookup by key. */
mockplatform_Thread *mockplatform_thread(void);

/* A lock that its owner can take again. */
typedef struct mockplatform_Lock {
  pthread_mutex_t mutex;
  /* The thread that holds it, null for none; atomic. */
  mockplatform_Thread *owner;
  /* How many tasks wait for it without blocking a thread; atomic. */
  int64_t parked;
  /* How often the owner has taken it. */
  int32_t depth;
  uint32_t rank;
} mockplatform_Lock;

void mockplatform_lock_create(mockplatform_Lock *lock, uint32_t rank);
void mockplatform_lock_destroy(mockplatform_Lock *lock);

/* Whether the calling thread may take the lock: it has it already, or none of its rank or a higher one, and no
   leaf. */
bool mockplatform_lock_is_allowed(const mockplatform_Lock *lock);

/* Takes the lock and blocks the thread until it can. */
void mockplatform_lock_take(mockplatform_Lock *lock);

/* Takes the lock if it is free, or becomes so within a few hundred nanoseconds. */
bool mockplatform_lock_try(mockplatform_Lock *lock);

/* What is left to do for a thread that has let go of a lock. */
typedef struct mockplatform_Released {
  /* The lock has become free, and tasks wait for it. */
  bool wakes;
  /* It was the thread's last one, and something was put off until then. */
  bool runs_deferred;
} mockplatform_Released;

/* Lets go of the lock once. */
mockplatform_Released mockplatform_lock_release(mockplatform_Lock *lock);

/* Whether a thread holds the lock. A task that has announced that it waits asks this last, and a thread that
   lets go asks for such tasks last: one of the two sees the other. */
bool mockplatform_lock_is_held(const mockplatform_Lock *lock);

/* Whether the calling thread holds the lock. */
bool mockplatform_lock_is_mine(const mockplatform_Lock *lock);

/* Adds to the number of tasks that wait. */
void mockplatform_lock_park(mockplatform_Lock *lock, int64_t change);

/* An atomic number: what is written before it is set is seen by whoever reads it. */
int64_t mockplatform_load(const int64_t *number);
void mockplatform_store(int64_t *number, int64_t value);

/* Adds to an atomic number and returns the sum. */
int64_t mockplatform_add(int64_t *number, int64_t change);

/* The file of the program or the dynamic library that an address lies in; NULL where the system does not know. */
const char *mockplatform_image_of(const void *address);

/* Buffers standard output by lines. `stdout` is a global variable that Swift 6 does not let us touch. */
void mockplatform_write_lines(void);

#endif
