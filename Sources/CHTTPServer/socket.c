#include "library.h"

#if MOCKLUA_HAS_SOCKETS

#include "socket.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wslay/wslay.h>

#include "poller.h"

/*
 * WebSockets, whose frames libwslay reads and writes.
 *
 * The polling thread serves them. Other threads queue messages, and send as much as the connection takes. `lock` guards
 * everything that changes; handlers are called without it, and only by the polling thread, except for a socket that
 * never starts. An ended socket stays open until the client has closed it, too,
 * because the system drops unread data of a connection that is closed earlier, with the reason that we sent.
 */

struct mocklua_Socket {
  mocklua_Polled polled;
  int references;
  mocklua_SocketOptions options;
  pthread_mutex_t lock;
  wslay_event_context_ptr frames;
  int descriptor; /* -1 before the start */
  struct MHD_UpgradeResponseHandle *handle;
  uint8_t *early;
  size_t early_start, early_length;
  /* The connection is lost, or must be; frames are no longer sent; the handler knows the end. */
  bool is_lost, is_lingering, is_over;
  /* The number of bytes that may still be read before other sockets get their turn. */
  size_t turn;
  /* The bytes received, and those of complete frames; the difference is an incomplete frame. */
  uint64_t bytes, bytes_of_frames, bytes_of_frame;
  bool is_in_message, is_control;
  /* Since when an incomplete message is received, an end is expected, or the client doesn't read; 0 if it isn't so. */
  int64_t incomplete_since, ending_since, blocked_since;
  /* How the client closed the socket; `code` is 0 if it didn't. */
  unsigned code;
  uint8_t reason[123];
  size_t reason_length;
  bool is_closed_by_us;
  /* The close frame that waits for the messages before it, because the library would send it first. */
  struct {
    bool is_waiting;
    uint16_t code;
    uint8_t reason[123];
    size_t length;
  } closing;
};

enum {
  turn_bytes = 64 << 10,     /* read from one socket before others get their turn */
  congestion = 1 << 20,      /* unsent bytes with which nothing more is read from a socket */
  congestion_count = 1000,   /* unsent messages with which nothing more is read */
  unsent_limit = 64 << 20,   /* unsent bytes with which the connection is given up */
  incomplete_ms = 20000,     /* the longest time for receiving a message */
  ending_ms = 5000,          /* the longest time for closing */
  blocked_ms = 60000,        /* the longest time without reading, if there's something to read */
  checking_ms = 250,         /* between two checks of these times */
};

/* Frames ------------------------------------------------------------------------------------------- */

static ssize_t read_bytes(mocklua_Socket *socket, uint8_t *buffer, size_t size) {
  size_t rest = socket->early_length - socket->early_start;
  if (rest > 0) {
    size_t count = rest < size ? rest : size;
    memcpy(buffer, socket->early + socket->early_start, count);
    socket->early_start += count;
    return (ssize_t)count;
  }
  for (;;) {
    ssize_t count = recv(socket->descriptor, buffer, size, 0);
    if (count >= 0 || errno != EINTR) return count;
  }
}

static ssize_t take_bytes(wslay_event_context_ptr frames, uint8_t *buffer, size_t size, int flags, void *context) {
  (void)flags;
  mocklua_Socket *socket = context;
  if (size > socket->turn) size = socket->turn;
  ssize_t count = size == 0 ? -1 : read_bytes(socket, buffer, size);
  if (count > 0) {
    socket->turn -= (size_t)count;
    socket->bytes += (uint64_t)count;
    return count;
  }
  bool is_later = size == 0 || (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK));
  if (!is_later) socket->is_lost = true;
  wslay_event_set_error(frames, is_later ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
  return -1;
}

static ssize_t give_bytes(wslay_event_context_ptr frames, const uint8_t *bytes, size_t length, int flags,
                          void *context) {
  mocklua_Socket *socket = context;
  int options = 0;
#ifdef MSG_NOSIGNAL
  options |= MSG_NOSIGNAL;
#endif
#ifdef MSG_MORE
  if ((flags & WSLAY_MSG_MORE) != 0) options |= MSG_MORE;
#endif
  (void)flags;
  ssize_t count;
  do count = send(socket->descriptor, bytes, length, options);
  while (count < 0 && errno == EINTR);
  if (count >= 0) {
    socket->blocked_since = 0;
    return count;
  }
  bool is_later = errno == EAGAIN || errno == EWOULDBLOCK;
  if (is_later && socket->blocked_since == 0) socket->blocked_since = mocklua_now_ms();
  wslay_event_set_error(frames, is_later ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
  return -1;
}

static void begin_frame(wslay_event_context_ptr frames, const struct wslay_event_on_frame_recv_start_arg *frame,
                        void *context) {
  (void)frames;
  mocklua_Socket *socket = context;
  uint64_t length = frame->payload_length;
  /* Only clients mask their frames. */
  uint64_t mask = socket->options.is_client ? 0 : 4;
  socket->bytes_of_frame = length + mask + (length < 126 ? 2 : length < 65536 ? 4 : 10);
  socket->is_control = wslay_is_ctrl_frame(frame->opcode);
  if (!socket->is_control) socket->is_in_message = !frame->fin;
}

static void end_frame(wslay_event_context_ptr frames, void *context) {
  (void)frames;
  mocklua_Socket *socket = context;
  socket->bytes_of_frames += socket->bytes_of_frame;
  if (!socket->is_control && !socket->is_in_message) socket->incomplete_since = 0;
}

/* Sends what the connection takes; the caller holds the lock. */
static void flush(mocklua_Socket *socket) {
  if (socket->descriptor < 0 || socket->is_lost) return;
  bool is_sent = wslay_event_send(socket->frames) == 0;
  if (is_sent && socket->closing.is_waiting && wslay_event_get_queued_msg_count(socket->frames) == 0) {
    socket->closing.is_waiting = false;
    wslay_event_queue_close(socket->frames, socket->closing.code, socket->closing.reason, socket->closing.length);
    is_sent = wslay_event_send(socket->frames) == 0;
  }
  if (!is_sent) socket->is_lost = true;
}

/* Passes a message on. The lock is released meanwhile, so that the handler can respond before the next frame, which may
   close the socket; the library has nothing under way then but the message. */
static void take_message(wslay_event_context_ptr frames, const struct wslay_event_on_msg_recv_arg *message,
                         void *context) {
  (void)frames;
  mocklua_Socket *socket = context;
  if (message->opcode == WSLAY_CONNECTION_CLOSE) {
    size_t skipped = message->msg_length < 2 ? message->msg_length : 2;
    socket->code = message->status_code == 0 ? WSLAY_CODE_NO_STATUS_RCVD : message->status_code;
    socket->reason_length = message->msg_length - skipped;
    if (socket->reason_length > sizeof socket->reason) socket->reason_length = sizeof socket->reason;
    memcpy(socket->reason, message->msg + skipped, socket->reason_length);
    return;
  }
  if (message->opcode != WSLAY_TEXT_FRAME && message->opcode != WSLAY_BINARY_FRAME) {
    flush(socket); /* The library drops a pong if a close frame follows. */
    return;
  }
  mocklua_SocketEvent event = {
      .kind = message->opcode == WSLAY_TEXT_FRAME ? MOCKLUA_SOCKET_TEXT : MOCKLUA_SOCKET_BYTES,
      .bytes = message->msg, .length = message->msg_length};
  pthread_mutex_unlock(&socket->lock);
  socket->options.receive(socket->options.context, &event);
  pthread_mutex_lock(&socket->lock);
}

/* Sockets ------------------------------------------------------------------------------------------ */

static int random_source = -1;

static void open_random_source(void) { random_source = open("/dev/urandom", O_RDONLY | O_CLOEXEC); }

static int make_mask(wslay_event_context_ptr frames, uint8_t *mask, size_t length, void *context) {
  (void)frames;
  (void)context;
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_random_source);
  return read(random_source, mask, length) == (ssize_t)length ? 0 : -1;
}

static wslay_event_context_ptr create_frames(mocklua_Socket *socket) {
  static const struct wslay_event_callbacks callbacks = {
      .recv_callback = take_bytes, .send_callback = give_bytes,
      .on_frame_recv_start_callback = begin_frame, .on_frame_recv_end_callback = end_frame,
      .genmask_callback = make_mask, .on_msg_recv_callback = take_message};
  wslay_event_context_ptr frames;
  int code = socket->options.is_client ? wslay_event_context_client_init(&frames, &callbacks, socket)
                                       : wslay_event_context_server_init(&frames, &callbacks, socket);
  if (code != 0) abort(); /* no memory */
  wslay_event_config_set_max_recv_msg_length(frames, socket->options.message_limit);
  return frames;
}

mocklua_Socket *mocklua_socket_create(const mocklua_SocketOptions *options) {
  mocklua_Socket *socket = calloc(1, sizeof *socket);
  if (socket == NULL || pthread_mutex_init(&socket->lock, NULL) != 0) abort(); /* no memory */
  socket->references = 1;
  socket->options = *options;
  socket->frames = create_frames(socket);
  socket->descriptor = -1;
  return socket;
}

void mocklua_socket_retain(mocklua_Socket *socket) { __atomic_add_fetch(&socket->references, 1, __ATOMIC_RELAXED); }

void mocklua_socket_release(mocklua_Socket *socket) {
  if (__atomic_sub_fetch(&socket->references, 1, __ATOMIC_ACQ_REL) > 0) return;
  wslay_event_context_free(socket->frames);
  pthread_mutex_destroy(&socket->lock);
  free(socket->early);
  free(socket);
}

/* Sends, and lets the thread do the rest; the caller holds the lock, which this releases. */
static void flush_and_unlock(mocklua_Socket *socket) {
  if (wslay_event_get_queued_msg_length(socket->frames) > unsent_limit) socket->is_lost = true;
  flush(socket);
  bool is_unfinished = socket->descriptor >= 0 && (socket->is_lost || wslay_event_want_write(socket->frames) ||
                                                   socket->is_closed_by_us);
  pthread_mutex_unlock(&socket->lock);
  if (is_unfinished) mocklua_poller_wake();
}

void mocklua_socket_send(mocklua_Socket *socket, bool is_text, const void *bytes, size_t length) {
  struct wslay_event_msg message = {
      .opcode = is_text ? WSLAY_TEXT_FRAME : WSLAY_BINARY_FRAME, .msg = bytes, .msg_length = length};
  pthread_mutex_lock(&socket->lock);
  bool is_open = !socket->is_over && !socket->closing.is_waiting;
  if (is_open && wslay_event_queue_msg(socket->frames, &message) == WSLAY_ERR_NOMEM) socket->is_lost = true;
  flush_and_unlock(socket);
}

void mocklua_socket_close(mocklua_Socket *socket, unsigned code, const void *reason, size_t length) {
  pthread_mutex_lock(&socket->lock);
  if (!socket->is_over && socket->code == 0 && !socket->is_closed_by_us) {
    socket->is_closed_by_us = true;
    socket->closing.is_waiting = true;
    socket->closing.code = (uint16_t)code;
    socket->closing.length = length < sizeof socket->closing.reason ? length : sizeof socket->closing.reason;
    if (length > 0) memcpy(socket->closing.reason, reason, socket->closing.length);
  }
  flush_and_unlock(socket);
}

void mocklua_socket_abort(mocklua_Socket *socket) {
  pthread_mutex_lock(&socket->lock);
  if (socket->code == 0) socket->is_closed_by_us = true;
  socket->is_lost = true;
  flush_and_unlock(socket);
}

/* The end --------------------------------------------------------------------------------------------- */

/* Reports the end, once; the caller doesn't hold the lock. */
static void report_end(mocklua_Socket *socket) {
  pthread_mutex_lock(&socket->lock);
  bool was_over = socket->is_over;
  socket->is_over = true;
  mocklua_SocketEvent end = {.kind = MOCKLUA_SOCKET_END, .bytes = socket->reason, .length = socket->reason_length};
  unsigned sent = wslay_event_get_status_code_sent(socket->frames);
  end.code = socket->code;
  end.is_by_client = !socket->is_closed_by_us;
  if (socket->code == 0) {
    /* Without a close frame of the client, either its frames were invalid, or the connection is lost. */
    bool is_refused = !socket->is_closed_by_us && wslay_event_get_close_sent(socket->frames);
    end.code = !is_refused ? WSLAY_CODE_ABNORMAL_CLOSURE : sent == 0 ? WSLAY_CODE_PROTOCOL_ERROR : sent;
    end.is_refused = is_refused;
  }
  pthread_mutex_unlock(&socket->lock);
  if (!was_over) socket->options.receive(socket->options.context, &end);
}

void mocklua_socket_drop(mocklua_Socket *socket) {
  pthread_mutex_lock(&socket->lock);
  bool has_started = socket->descriptor >= 0 || socket->handle != NULL;
  pthread_mutex_unlock(&socket->lock);
  if (!has_started) report_end(socket);
}

static void finish(mocklua_Polled *polled) {
  mocklua_Socket *socket = (mocklua_Socket *)polled;
  pthread_mutex_lock(&socket->lock);
  int descriptor = socket->descriptor;
  socket->descriptor = -1;
  socket->is_lost = true;
  pthread_mutex_unlock(&socket->lock);
  if (socket->handle != NULL) MHD_upgrade_action(socket->handle, MHD_UPGRADE_ACTION_CLOSE);
  else close(descriptor);
  report_end(socket);
  mocklua_socket_release(socket);
}

/* The polling thread ----------------------------------------------------------------------------------- */

/* Whether nothing more is read until the client has read what was sent. */
static bool is_congested(mocklua_Socket *socket) {
  return wslay_event_get_queued_msg_length(socket->frames) > congestion ||
         wslay_event_get_queued_msg_count(socket->frames) > congestion_count;
}

/* Ends a socket that takes too long; the caller holds the lock. */
static void check_time(mocklua_Socket *socket, int64_t now) {
  bool is_incomplete = socket->bytes != socket->bytes_of_frames || socket->is_in_message;
  if (!is_incomplete) socket->incomplete_since = 0;
  else if (socket->incomplete_since == 0) socket->incomplete_since = now;
  bool is_ending = wslay_event_get_close_sent(socket->frames) || !wslay_event_want_read(socket->frames);
  if (is_ending && socket->ending_since == 0) socket->ending_since = now;
  if (is_ending) {
    if (now - socket->ending_since > ending_ms) socket->is_lost = true;
  } else if (is_incomplete && now - socket->incomplete_since > incomplete_ms) {
    static const char reason[] = "the message takes too long";
    wslay_event_queue_close(socket->frames, WSLAY_CODE_POLICY_VIOLATION, (const uint8_t *)reason, sizeof reason - 1);
    wslay_event_shutdown_read(socket->frames);
    flush(socket);
  }
  if (socket->blocked_since != 0 && now - socket->blocked_since > blocked_ms) socket->is_lost = true;
}

/* Reads frames; the caller holds the lock. */
static void receive(mocklua_Socket *socket) {
  bool can_close = !wslay_event_want_write(socket->frames);
  if (wslay_event_recv(socket->frames) == 0 || socket->is_lost) return;
  /* For a frame with an invalid head, the library queues a close frame without a code (1.1.1). A new context sends one
     with a code, unless the old one is in the middle of a message. */
  if (!can_close || wslay_event_get_queued_msg_count(socket->frames) > 1) return;
  wslay_event_context_free(socket->frames);
  socket->frames = create_frames(socket);
  wslay_event_queue_close(socket->frames, WSLAY_CODE_PROTOCOL_ERROR, NULL, 0);
  wslay_event_shutdown_read(socket->frames);
}

/* Reads and drops what the client sends after the end; the caller holds the lock. */
static void linger(mocklua_Socket *socket) {
  uint8_t dropped[4096];
  if (!socket->is_lingering) shutdown(socket->descriptor, SHUT_WR);
  socket->is_lingering = true;
  socket->early_start = socket->early_length;
  for (int turn = 0; turn < 16; turn++) {
    ssize_t count = read_bytes(socket, dropped, sizeof dropped);
    if (count > 0) continue;
    if (count == 0 || (errno != EAGAIN && errno != EWOULDBLOCK)) socket->is_lost = true;
    return;
  }
}

static bool serve(mocklua_Polled *polled, const struct pollfd polls[], int64_t now) {
  mocklua_Socket *socket = (mocklua_Socket *)polled;
  bool is_readable = (polls[0].revents & (POLLIN | POLLHUP | POLLERR)) != 0;
  pthread_mutex_lock(&socket->lock);
  socket->turn = turn_bytes;
  bool has_early = socket->early_start < socket->early_length;
  if ((is_readable || has_early) && !socket->is_lost && !socket->is_lingering && !is_congested(socket)) {
    receive(socket);
  }
  if (!socket->is_lingering) flush(socket);
  if (!socket->is_lost) check_time(socket, now);
  if (!socket->is_lost && !wslay_event_want_read(socket->frames) && !wslay_event_want_write(socket->frames)) {
    linger(socket);
  }
  bool is_lost = socket->is_lost;
  pthread_mutex_unlock(&socket->lock);
  return !is_lost;
}

static int prepare(mocklua_Polled *polled, struct pollfd polls[]) {
  mocklua_Socket *socket = (mocklua_Socket *)polled;
  pthread_mutex_lock(&socket->lock);
  bool has_output = socket->closing.is_waiting || wslay_event_want_write(socket->frames);
  bool wants_write = !socket->is_lingering && has_output;
  bool wants_read = socket->is_lingering || (wslay_event_want_read(socket->frames) && !is_congested(socket));
  bool has_deadline = socket->incomplete_since != 0 || socket->ending_since != 0 || socket->blocked_since != 0;
  bool is_ready = socket->is_lost || (wants_read && socket->early_start < socket->early_length);
  polls[0].fd = socket->descriptor;
  polls[0].events = (short)((wants_read ? POLLIN : 0) | (wants_write ? POLLOUT : 0));
  pthread_mutex_unlock(&socket->lock);
  return is_ready ? 0 : has_deadline ? checking_ms : -1;
}

void mocklua_socket_start(mocklua_Socket *socket, int descriptor, struct MHD_UpgradeResponseHandle *handle,
                          const void *early, size_t early_length) {
  static const mocklua_PolledFunctions functions = {prepare, serve, finish};
  mocklua_do_not_block(descriptor);
  int on = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
#ifdef SO_NOSIGPIPE
  setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
  mocklua_socket_retain(socket);
  pthread_mutex_lock(&socket->lock);
  socket->polled.functions = &functions;
  socket->descriptor = descriptor;
  socket->handle = handle;
  if (early_length > 0) {
    socket->early = malloc(early_length);
    if (socket->early == NULL) abort(); /* no memory */
    memcpy(socket->early, early, early_length);
    socket->early_length = early_length;
  }
  pthread_mutex_unlock(&socket->lock);
  mocklua_poller_add(&socket->polled);
}

#endif
