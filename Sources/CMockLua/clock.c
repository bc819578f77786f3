/*
 * The clock: monotonic time, for deadlines, and as a number that scripts can't predict.
 */
#include <time.h>

#include "internal.h"

uint64_t mocklua_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}
