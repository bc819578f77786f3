#ifndef MOCKSERVICES_CMOCKSOCKETS_H
#define MOCKSERVICES_CMOCKSOCKETS_H

/* Stream sockets on the loopback address, pipes and threads, for the live session and for launched processes. In C, since Linux declares
   accept4 and pipe2 only where _GNU_SOURCE is defined, which Swift's module of the C library does not do, and
   since the types of socket addresses differ between Linux and Darwin.

   A function that fails returns -errno. Every descriptor is closed in a process that this one starts, and a peer
   that is gone is an error and never a signal. Interrupted calls go on by themselves. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Listens on 127.0.0.1; port 0 lets the system choose. Writes the port and returns the socket. */
int mockplatform_listen(uint16_t port, uint16_t *actual);

/* The same at an address of IPv4, such as "0.0.0.0"; NULL for 127.0.0.1. */
int mockplatform_listen_at(const char *address, uint16_t port, uint16_t *actual);

/* Takes a connection that waits; does not block where none does (-EAGAIN). */
int mockplatform_accept(int listener);

/* Connects to a port of 127.0.0.1 within so many milliseconds, and returns the socket. */
int mockplatform_connect(uint16_t port, int milliseconds);

/* Sends what the system takes at once; -EAGAIN where that is nothing. */
long mockplatform_send(int socket, const void *bytes, size_t count);

/* Waits for bytes, or for the end (0). */
long mockplatform_receive(int socket, void *bytes, size_t count);

/* Takes the bytes that are there; -EAGAIN where none are. */
long mockplatform_receive_now(int socket, void *bytes, size_t count);

/* What a wait for several descriptors is told and tells; a negative one is passed over. */
typedef struct mockplatform_Wait {
  int descriptor;
  bool writes;
  /* Whether there is something to do; errors and ends count. */
  bool isReady;
} mockplatform_Wait;

/* Waits until one of them is ready or the time is up; a negative time means forever. Returns how many are. */
int mockplatform_wait(mockplatform_Wait *waits, size_t count, int milliseconds);

/* Ends both directions, so that a thread which waits for bytes goes on. */
void mockplatform_shut_down(int socket);

void mockplatform_close(int descriptor);

/* Makes a pipe of which neither end blocks: the end to read, then the end to write. */
int mockplatform_wakeup(int ends[2]);

/* Writes one byte; a pipe that is full rings already. */
void mockplatform_wake(int end);

/* Takes all bytes of a pipe. */
void mockplatform_drain(int end);

/* Runs something on a new thread that no signal interrupts, with room for the functions of a script. */
int mockplatform_start_thread(void (*run)(void *), void *context);

/* Keeps the calling thread for some time. In C, since each system has its own module for it in Swift. */
void mockplatform_sleep(int milliseconds);

/* Ends the process without running what other threads may still need. */
_Noreturn void mockplatform_end_process(int code);

/* Whether the system knows that no such process runs any more: false where it does not say. */
bool mockplatform_is_gone(int32_t process);

/* What one thread waits for until another one has it. */
typedef struct mockplatform_Latch mockplatform_Latch;
mockplatform_Latch *mockplatform_latch_create(void);
void mockplatform_latch_destroy(mockplatform_Latch *latch);
void mockplatform_latch_open(mockplatform_Latch *latch);

/* Waits until it is open, and closes it again; false where the time is up. A negative time means forever. */
bool mockplatform_latch_wait(mockplatform_Latch *latch, int milliseconds);

#endif
