#ifndef MOCKSERVICES_CMOCKSOCKETS_H
#define MOCKSERVICES_CMOCKSOCKETS_H

/* Stream sockets on the loopback address, pipes, and threads, for live sessions and launched processes. This is C,
   because Linux declares accept4 and pipe2 only if _GNU_SOURCE is defined, which Swift's module of the C library
   doesn't do. Also, the types of socket addresses differ between Linux and Darwin.
   
   Functions return -errno on failure. Processes started by this one inherit no descriptors. A lost peer is an error,
   never a signal. Interrupted calls continue automatically. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Listens on 127.0.0.1. Port 0 lets the system choose. Stores the port and returns the socket. */
int mockplatform_listen(uint16_t port, uint16_t *actual);

/* Listens on an IPv4 address, such as "0.0.0.0"; NULL for 127.0.0.1. */
int mockplatform_listen_at(const char *address, uint16_t port, uint16_t *actual);

/* Accepts a waiting connection. Doesn't block if there isn't one (-EAGAIN). */
int mockplatform_accept(int listener);

/* Connects to a port of 127.0.0.1 within this number of milliseconds, and returns the socket. */
int mockplatform_connect(uint16_t port, int milliseconds);

/* Sends as much as the system accepts immediately; -EAGAIN if that is nothing. */
long mockplatform_send(int socket, const void *bytes, size_t count);

/* Waits for bytes, or for the end (0). */
long mockplatform_receive(int socket, void *bytes, size_t count);

/* Reads the available bytes; -EAGAIN if there aren't any. */
long mockplatform_receive_now(int socket, void *bytes, size_t count);

/* An entry of a wait for several descriptors, with its result. Negative descriptors are ignored. */
typedef struct mockplatform_Wait {
  int descriptor;
  bool writes;
  /* Whether it is ready. Errors and ends count as ready. */
  bool isReady;
} mockplatform_Wait;

/*
 * Waits until one of the descriptors is ready or the time limit passes. A negative time means forever. Returns the
 * number of ready descriptors.
 */
int mockplatform_wait(mockplatform_Wait *waits, size_t count, int milliseconds);

/* Shuts down both directions, so that a thread waiting for bytes continues. */
void mockplatform_shut_down(int socket);

void mockplatform_close(int descriptor);

/* Creates a pipe with two non-blocking ends: the end to read, then the end to write. */
int mockplatform_wakeup(int ends[2]);

/* Writes one byte. If the pipe is full, the reader is already being woken. */
void mockplatform_wake(int end);

void mockplatform_drain(int end);

/* Runs a function on a new thread that signals don't interrupt, with enough stack for a script's functions. */
int mockplatform_start_thread(void (*run)(void *), void *context);

/* Blocks the calling thread for some time. This is C, because the Swift module for it differs between systems. */
void mockplatform_sleep(int milliseconds);

/* Ends the process without cleanup, which could destroy things that other threads still need. */
_Noreturn void mockplatform_end_process(int code);

/* Returns whether the system reports that the process no longer runs; false if unknown. */
bool mockplatform_is_gone(int32_t process);

/* A latch that blocks a thread until another one opens it. */
typedef struct mockplatform_Latch mockplatform_Latch;
mockplatform_Latch *mockplatform_latch_create(void);
void mockplatform_latch_destroy(mockplatform_Latch *latch);
void mockplatform_latch_open(mockplatform_Latch *latch);

/*
 * Waits until the latch is open, and closes it again; false if the time limit passes first. A negative time means
 * forever.
 */
bool mockplatform_latch_wait(mockplatform_Latch *latch, int milliseconds);

#endif
