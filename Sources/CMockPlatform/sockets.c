#define _GNU_SOURCE
#include "CMockSockets.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0 /* Darwin: SO_NOSIGPIPE sets it once for the socket. */
#endif

static int64_t now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* Returns the remaining time for poll until a deadline. */
static int rest_ms(int64_t deadline) {
  int64_t rest = deadline - now_ms();
  return rest < 0 ? 0 : (int)rest;
}

#ifndef __linux__
static void close_on_exec(int descriptor) { fcntl(descriptor, F_SETFD, FD_CLOEXEC); }
#endif

static int stop_blocking(int descriptor, bool stops) {
  int flags = fcntl(descriptor, F_GETFL);
  if (flags < 0) return -errno;
  flags = stops ? flags | O_NONBLOCK : flags & ~O_NONBLOCK;
  return fcntl(descriptor, F_SETFL, flags) == 0 ? 0 : -errno;
}

static int new_socket(void) {
#ifdef __linux__
  int made = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  return made < 0 ? -errno : made;
#else
  int made = socket(AF_INET, SOCK_STREAM, 0);
  if (made < 0) return -errno;
  close_on_exec(made);
  return made;
#endif
}

/*
 * Sets the options that both ends of a connection need: small frames are sent immediately, and a lost peer raises no
 * signal.
 */
static void prepare(int socket) {
  int yes = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
#ifdef SO_NOSIGPIPE
  setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
}

static struct sockaddr_in loopback(uint16_t port) {
  struct sockaddr_in address;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

int mockplatform_listen(uint16_t port, uint16_t *actual) { return mockplatform_listen_at(NULL, port, actual); }

int mockplatform_listen_at(const char *name, uint16_t port, uint16_t *actual) {
  struct sockaddr_in address = loopback(port);
  if (name != NULL && inet_pton(AF_INET, name, &address.sin_addr) != 1) return -EADDRNOTAVAIL;
  int listener = new_socket();
  if (listener < 0) return listener;
  socklen_t size = sizeof address;
  int yes = 1;
  /* A chosen port must be available again immediately. A port chosen by the system always is. */
  if (port != 0) setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  int status = 0;
  if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 128) != 0 ||
      getsockname(listener, (struct sockaddr *)&address, &size) != 0)
    status = -errno;
  if (status == 0) status = stop_blocking(listener, true);
  if (status != 0) {
    close(listener);
    return status;
  }
  *actual = ntohs(address.sin_port);
  return listener;
}

/* Returns the error of a failed accept. If the process is out of descriptors or memory, the connection keeps waiting,
   and a caller that is notified about it immediately would spin, so this function waits for a moment. */
static int refuse_to_accept(int problem) {
  if (problem == EMFILE || problem == ENFILE || problem == ENOBUFS || problem == ENOMEM) poll(NULL, 0, 50);
  return -problem;
}

int mockplatform_accept(int listener) {
  int accepted;
#ifdef __linux__
  do accepted = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
  while (accepted < 0 && errno == EINTR);
  if (accepted < 0) return refuse_to_accept(errno);
#else
  do accepted = accept(listener, NULL, NULL);
  while (accepted < 0 && errno == EINTR);
  if (accepted < 0) return refuse_to_accept(errno);
  close_on_exec(accepted);
  stop_blocking(accepted, false); /* inherited from the listener */
#endif
  prepare(accepted);
  return accepted;
}

static int finish_connecting(int socket, int milliseconds) {
  mockplatform_Wait wait = {.descriptor = socket, .writes = true};
  int count = mockplatform_wait(&wait, 1, milliseconds);
  if (count == 0) return -ETIMEDOUT;
  if (count < 0) return count;
  int problem = 0;
  socklen_t size = sizeof problem;
  if (getsockopt(socket, SOL_SOCKET, SO_ERROR, &problem, &size) != 0) return -errno;
  return -problem;
}

int mockplatform_connect(uint16_t port, int milliseconds) {
  int made = new_socket();
  if (made < 0) return made;
  prepare(made);
  struct sockaddr_in address = loopback(port);
  int status = stop_blocking(made, true);
  if (status == 0 && connect(made, (struct sockaddr *)&address, sizeof address) != 0)
    status = errno == EINPROGRESS || errno == EINTR ? finish_connecting(made, milliseconds) : -errno;
  if (status == 0) status = stop_blocking(made, false);
  if (status == 0) return made;
  close(made);
  return status;
}

long mockplatform_send(int socket, const void *bytes, size_t count) {
  ssize_t sent;
  do sent = send(socket, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  if (sent < 0) return errno == EWOULDBLOCK ? -EAGAIN : -errno;
  return sent;
}

static long receive(int socket, void *bytes, size_t count, int flags) {
  ssize_t taken;
  do taken = recv(socket, bytes, count, flags);
  while (taken < 0 && errno == EINTR);
  if (taken < 0) return errno == EWOULDBLOCK ? -EAGAIN : -errno;
  return taken;
}

long mockplatform_receive(int socket, void *bytes, size_t count) { return receive(socket, bytes, count, 0); }

long mockplatform_receive_now(int socket, void *bytes, size_t count) {
  return receive(socket, bytes, count, MSG_DONTWAIT);
}

int mockplatform_wait(mockplatform_Wait *waits, size_t count, int milliseconds) {
  struct pollfd *polls = calloc(count, sizeof *polls);
  if (polls == NULL) return -ENOMEM;
  int64_t deadline = now_ms() + milliseconds;
  for (size_t index = 0; index < count; index++) {
    polls[index].fd = waits[index].descriptor;
    polls[index].events = waits[index].writes ? POLLOUT : POLLIN;
  }
  int ready;
  do ready = poll(polls, (nfds_t)count, milliseconds < 0 ? -1 : rest_ms(deadline));
  while (ready < 0 && errno == EINTR);
  if (ready < 0) ready = -errno;
  for (size_t index = 0; index < count; index++) waits[index].isReady = ready > 0 && polls[index].revents != 0;
  free(polls);
  return ready;
}

void mockplatform_shut_down(int socket) { shutdown(socket, SHUT_RDWR); }

void mockplatform_close(int descriptor) { close(descriptor); }

int mockplatform_wakeup(int ends[2]) {
#ifdef __linux__
  return pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0 ? 0 : -errno;
#else
  if (pipe(ends) != 0) return -errno;
  for (int index = 0; index < 2; index++) {
    close_on_exec(ends[index]);
    stop_blocking(ends[index], true);
  }
  return 0;
#endif
}

void mockplatform_wake(int end) {
  char byte = 0;
  ssize_t written;
  do written = write(end, &byte, 1);
  while (written < 0 && errno == EINTR);
}

void mockplatform_drain(int end) {
  char bytes[64];
  while (read(end, bytes, sizeof bytes) > 0) {}
}

typedef struct Start {
  void (*run)(void *);
  void *context;
} Start;

static void *begin(void *context) {
  Start start = *(Start *)context;
  free(context);
  start.run(start.context);
  return NULL;
}

int mockplatform_start_thread(void (*run)(void *), void *context) {
  Start *start = malloc(sizeof *start);
  if (start == NULL) return -ENOMEM;
  *start = (Start){run, context};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, 8 << 20);
  sigset_t all, previous;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &previous);
  pthread_t thread;
  int status = pthread_create(&thread, &attributes, begin, start);
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
  pthread_attr_destroy(&attributes);
  if (status != 0) free(start);
  return -status;
}

#ifdef __linux__
/* Returns whether a process has ended but hasn't been reaped by its parent, so that its number is still in use. */
static bool is_zombie(int32_t process) {
  char path[40], text[512];
  snprintf(path, sizeof path, "/proc/%d/stat", process);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return false;
  text[count] = 0;
  /* The name, in parentheses, may itself contain parentheses. */
  const char *end = strrchr(text, ')');
  return end != NULL && end[1] == ' ' && (end[2] == 'Z' || end[2] == 'X');
}
#endif

bool mockplatform_is_gone(int32_t process) {
  if (process <= 0) return false;
  if (kill(process, 0) != 0) return errno == ESRCH;
#ifdef __linux__
  return is_zombie(process);
#else
  return false;
#endif
}

struct mockplatform_Latch {
  pthread_mutex_t mutex;
  pthread_cond_t condition;
  bool isOpen;
};

mockplatform_Latch *mockplatform_latch_create(void) {
  mockplatform_Latch *latch = calloc(1, sizeof *latch);
  if (latch == NULL) abort();
  pthread_mutex_init(&latch->mutex, NULL);
#ifdef __linux__
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&latch->condition, &attributes);
  pthread_condattr_destroy(&attributes);
#else
  pthread_cond_init(&latch->condition, NULL);
#endif
  return latch;
}

void mockplatform_latch_destroy(mockplatform_Latch *latch) {
  pthread_cond_destroy(&latch->condition);
  pthread_mutex_destroy(&latch->mutex);
  free(latch);
}

void mockplatform_latch_open(mockplatform_Latch *latch) {
  pthread_mutex_lock(&latch->mutex);
  latch->isOpen = true;
  pthread_cond_signal(&latch->condition);
  pthread_mutex_unlock(&latch->mutex);
}

/* Waits for a signal until a deadline. Returns false if the time limit has passed. */
static bool wait_until(mockplatform_Latch *latch, int64_t deadline) {
  int64_t rest = deadline - now_ms();
  if (rest <= 0) return false;
#ifdef __linux__
  struct timespec end = {.tv_sec = deadline / 1000, .tv_nsec = deadline % 1000 * 1000000};
  pthread_cond_timedwait(&latch->condition, &latch->mutex, &end);
#else
  struct timespec time = {.tv_sec = rest / 1000, .tv_nsec = rest % 1000 * 1000000};
  pthread_cond_timedwait_relative_np(&latch->condition, &latch->mutex, &time);
#endif
  return true;
}

bool mockplatform_latch_wait(mockplatform_Latch *latch, int milliseconds) {
  int64_t deadline = milliseconds < 0 ? 0 : now_ms() + milliseconds;
  pthread_mutex_lock(&latch->mutex);
  while (!latch->isOpen) {
    if (milliseconds < 0)
      pthread_cond_wait(&latch->condition, &latch->mutex);
    else if (!wait_until(latch, deadline))
      break;
  }
  bool wasOpen = latch->isOpen;
  latch->isOpen = false;
  pthread_mutex_unlock(&latch->mutex);
  return wasOpen;
}

void mockplatform_sleep(int milliseconds) {
  struct timespec left = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  while (nanosleep(&left, &left) != 0 && errno == EINTR) {
  }
}

void mockplatform_end_process(int code) {
  fflush(NULL);
  _exit(code);
}
