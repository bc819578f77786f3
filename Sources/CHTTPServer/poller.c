#include "library.h"

#if MOCKLUA_HAS_MICROHTTPD

#include "poller.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* The connections that the thread hasn't taken yet, and the pipe that wakes it. */
static pthread_mutex_t added_lock = PTHREAD_MUTEX_INITIALIZER;
static mocklua_Polled *added;
static int waking[2];

struct polled_list {
  mocklua_Polled **all;
  struct pollfd *polls; /* those of each connection, and one for the pipe */
  size_t count, capacity;
};

int64_t mocklua_now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000 + 1;
}

void mocklua_do_not_block(int descriptor) {
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

void mocklua_poller_wake(void) {
  while (write(waking[1], "", 1) < 0 && errno == EINTR) continue;
}

static void take_added(struct polled_list *list) {
  pthread_mutex_lock(&added_lock);
  mocklua_Polled *next = added;
  added = NULL;
  pthread_mutex_unlock(&added_lock);
  for (; next != NULL; next = next->next) {
    if (list->count == list->capacity) {
      list->capacity = list->capacity == 0 ? 64 : list->capacity * 2;
      list->all = realloc(list->all, list->capacity * sizeof *list->all);
      list->polls = realloc(list->polls, (list->capacity * mocklua_polled_descriptors + 1) * sizeof *list->polls);
      if (list->all == NULL || list->polls == NULL) abort(); /* no memory */
    }
    list->all[list->count++] = next;
  }
}

static void wait_for_events(struct polled_list *list) {
  int longest = -1;
  struct pollfd *polls = list->polls;
  for (size_t i = 0; i < list->count; i++, polls += mocklua_polled_descriptors) {
    for (int k = 0; k < mocklua_polled_descriptors; k++) polls[k] = (struct pollfd){-1, 0, 0};
    int wanted = list->all[i]->functions->prepare(list->all[i], polls);
    if (wanted >= 0 && (longest < 0 || wanted < longest)) longest = wanted;
  }
  *polls = (struct pollfd){waking[0], POLLIN, 0};
  poll(list->polls, (nfds_t)list->count * mocklua_polled_descriptors + 1, longest);
  char drained[256];
  if ((polls->revents & POLLIN) != 0) {
    while (read(waking[0], drained, sizeof drained) > 0) continue;
  }
}

static void *serve_all(void *context) {
  (void)context;
  struct polled_list list = {NULL, malloc(sizeof(struct pollfd)), 0, 0};
  if (list.polls == NULL) abort(); /* no memory */
  for (;;) {
    wait_for_events(&list);
    int64_t now = mocklua_now_ms();
    size_t kept = 0;
    for (size_t i = 0; i < list.count; i++) {
      mocklua_Polled *polled = list.all[i];
      bool goes_on = polled->functions->serve(polled, list.polls + i * mocklua_polled_descriptors, now);
      if (goes_on) list.all[kept++] = polled;
      else polled->functions->finish(polled);
    }
    list.count = kept;
    take_added(&list);
  }
  return NULL;
}

static void start_thread(void) {
  pthread_t thread;
  if (pipe(waking) != 0) abort(); /* no descriptors */
  mocklua_do_not_block(waking[0]);
  mocklua_do_not_block(waking[1]);
  if (pthread_create(&thread, NULL, serve_all, NULL) != 0) abort(); /* no memory */
  pthread_detach(thread);
}

void mocklua_poller_add(mocklua_Polled *polled) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, start_thread);
  pthread_mutex_lock(&added_lock);
  polled->next = added;
  added = polled;
  pthread_mutex_unlock(&added_lock);
  mocklua_poller_wake();
}

#endif
