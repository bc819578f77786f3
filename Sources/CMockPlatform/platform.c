#include "CMockPlatform.h"

#include <stdio.h>
#include <stdlib.h>

static _Thread_local mockplatform_Thread current;

mockplatform_Thread *mockplatform_thread(void) { return &current; }

void mockplatform_lock_create(mockplatform_Lock *lock, uint32_t rank) {
  *lock = (mockplatform_Lock){.rank = rank};
  pthread_mutex_init(&lock->mutex, NULL);
}

void mockplatform_lock_destroy(mockplatform_Lock *lock) { pthread_mutex_destroy(&lock->mutex); }

bool mockplatform_lock_is_mine(const mockplatform_Lock *lock) {
  return __atomic_load_n(&lock->owner, __ATOMIC_RELAXED) == &current;
}

bool mockplatform_lock_is_allowed(const mockplatform_Lock *lock) {
  return current.leaves == 0 && (mockplatform_lock_is_mine(lock) || current.ranks >> lock->rank == 0);
}

/* Records the owner after the mutex has been locked. */
static void own(mockplatform_Lock *lock) {
  __atomic_store_n(&lock->owner, &current, __ATOMIC_RELAXED);
  lock->depth = 1;
  current.held++;
  current.ranks |= 1u << lock->rank;
}

/* Takes a lock again if the thread already holds it. */
static bool again(mockplatform_Lock *lock) {
  if (!mockplatform_lock_is_mine(lock)) return false;
  lock->depth++;
  return true;
}

void mockplatform_lock_take(mockplatform_Lock *lock) {
  if (again(lock)) return;
  pthread_mutex_lock(&lock->mutex);
  own(lock);
}

static inline void relax(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
  __asm__ volatile("yield");
#endif
}

bool mockplatform_lock_try(mockplatform_Lock *lock) {
  if (again(lock)) return true;
  for (int turn = 0; turn < 40; turn++) {
    if (pthread_mutex_trylock(&lock->mutex) == 0) {
      own(lock);
      return true;
    }
    /* Reading doesn't disturb the owner's cache. */
    for (int pause = 0; pause < 8 && mockplatform_lock_is_held(lock); pause++) relax();
  }
  return false;
}

mockplatform_Released mockplatform_lock_release(mockplatform_Lock *lock) {
  mockplatform_Released rest = {false, false};
  if (--lock->depth > 0) return rest;
  current.held--;
  current.ranks &= ~(1u << lock->rank);
  __atomic_store_n(&lock->owner, NULL, __ATOMIC_SEQ_CST);
  pthread_mutex_unlock(&lock->mutex);
  rest.wakes = __atomic_load_n(&lock->parked, __ATOMIC_SEQ_CST) > 0;
  rest.runs_deferred = current.held == 0 && current.deferred != NULL;
  return rest;
}

bool mockplatform_lock_is_held(const mockplatform_Lock *lock) {
  return __atomic_load_n(&lock->owner, __ATOMIC_SEQ_CST) != NULL;
}

void mockplatform_lock_park(mockplatform_Lock *lock, int64_t change) {
  __atomic_fetch_add(&lock->parked, change, __ATOMIC_SEQ_CST);
}

int64_t mockplatform_load(const int64_t *number) { return __atomic_load_n(number, __ATOMIC_ACQUIRE); }

void mockplatform_store(int64_t *number, int64_t value) {
  __atomic_store_n(number, value, __ATOMIC_RELEASE);
}

int64_t mockplatform_add(int64_t *number, int64_t change) {
  return __atomic_add_fetch(number, change, __ATOMIC_ACQ_REL);
}

void mockplatform_write_lines(void) { setvbuf(stdout, NULL, _IOLBF, BUFSIZ); }
