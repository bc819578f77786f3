#include "library.h"

#if MOCKLUA_HAS_TLS

#include "tls.h"

#include <arpa/inet.h>
#include <errno.h>
#include <gnutls/gnutls.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "certificate.h"
#include "poller.h"

/*
 * TLS in front of code that reads and writes plain bytes. That code gets one end of a pair of sockets in place of the
 * connection. The polling thread forwards what it decrypts to the other end, and encrypts what comes from there.
 *
 * libmicrohttpd's own TLS isn't used, because (in 0.9.75) it loses the last frames of a WebSocket, sends the others in
 * records of 4 bytes, and doesn't notice that a client has closed the connection.
 */

struct mocklua_TLS {
  gnutls_certificate_credentials_t credentials;
};

struct piece {
  size_t start, end;
  uint8_t bytes[16 << 10]; /* the size of a record */
};

typedef struct tls_connection {
  mocklua_Polled polled;
  gnutls_session_t session;
  int outside, inside; /* the connection with TLS, and our end of the pair */
  uint32_t number;
  struct piece decrypted, plain; /* from outside, and from inside */
  bool is_open; /* the handshake is done */
  /* Nothing more is received from a side; nothing more can be sent outside; the inside has been told of the end. */
  bool outside_has_ended, inside_has_ended, cannot_send, has_told_inside;
  bool waits_to_send, is_unfinished, is_lost;
  bool is_reset; /* guarded by the lock of the list */
  /* The last time at which something was forwarded, and the time of our side's end; 0 before it. */
  int64_t active_since, ended_since;
  struct tls_connection *previous, *following;
} tls_connection;

enum {
  rounds = 64,         /* before other connections get their turn */
  unread_ms = 60000,   /* the longest time without progress after the inside has closed its end */
  ending_ms = 2000,    /* the longest time for the outside to close its end */
  checking_ms = 250,
};

/* All connections, so that a number leads to one of them. */
static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static tls_connection *list;
static uint32_t last_number;

static bool is_empty(const struct piece *piece) { return piece->start == piece->end; }

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0 /* SO_NOSIGPIPE is set */
#endif

/* Each of these does one thing if it's possible, and returns whether it did. ------------------------------------- */

static bool shake_hands(tls_connection *connection) {
  if (connection->is_open) return false;
  int code = gnutls_handshake(connection->session);
  if (code == GNUTLS_E_SUCCESS) {
    connection->is_open = true;
  } else if (gnutls_error_is_fatal(code)) {
    gnutls_alert_send_appropriate(connection->session, code);
    connection->is_lost = true;
  }
  return code != GNUTLS_E_AGAIN && code != GNUTLS_E_INTERRUPTED;
}

static bool receive_decrypted(tls_connection *connection) {
  struct piece *piece = &connection->decrypted;
  if (!connection->is_open || connection->outside_has_ended || !is_empty(piece)) return false;
  ssize_t count = gnutls_record_recv(connection->session, piece->bytes, sizeof piece->bytes);
  if (count > 0) {
    piece->start = 0;
    piece->end = (size_t)count;
    return true;
  }
  if (count == GNUTLS_E_REHANDSHAKE) {
    gnutls_alert_send(connection->session, GNUTLS_AL_WARNING, GNUTLS_A_NO_RENEGOTIATION);
    return true;
  }
  if (count < 0 && !gnutls_error_is_fatal((int)count)) return count != GNUTLS_E_AGAIN && count != GNUTLS_E_INTERRUPTED;
  connection->outside_has_ended = true;
  if (count < 0) connection->cannot_send = true; /* after a fatal error, the library sends nothing more */
  return true;
}

static bool write_inside(tls_connection *connection) {
  struct piece *piece = &connection->decrypted;
  if (!is_empty(piece)) {
    ssize_t count = send(connection->inside, piece->bytes + piece->start, piece->end - piece->start, MSG_NOSIGNAL);
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return false;
    if (count >= 0) piece->start += (size_t)count;
    else if (errno != EINTR) piece->start = piece->end; /* nobody reads it */
    return true;
  }
  if (!connection->outside_has_ended || connection->has_told_inside) return false;
  connection->has_told_inside = true;
  shutdown(connection->inside, SHUT_WR);
  return true;
}

static bool read_inside(tls_connection *connection) {
  struct piece *piece = &connection->plain;
  if (connection->inside_has_ended || !is_empty(piece)) return false;
  ssize_t count = recv(connection->inside, piece->bytes, sizeof piece->bytes, 0);
  if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return false;
  if (count < 0 && errno == EINTR) return true;
  piece->start = 0;
  piece->end = count < 0 ? 0 : (size_t)count;
  if (count <= 0) connection->inside_has_ended = true;
  return true;
}

static bool write_outside(tls_connection *connection) {
  struct piece *piece = &connection->plain;
  if (is_empty(piece) || (!connection->is_open && !connection->is_lost)) return false;
  if (connection->cannot_send) {
    piece->start = piece->end;
    return true;
  }
  ssize_t count = gnutls_record_send(connection->session, piece->bytes + piece->start, piece->end - piece->start);
  connection->waits_to_send = count == GNUTLS_E_AGAIN || count == GNUTLS_E_INTERRUPTED;
  if (connection->waits_to_send) return false;
  if (count >= 0) piece->start += (size_t)count;
  else if (gnutls_error_is_fatal((int)count)) connection->cannot_send = true;
  return true;
}

/* Tells the outside that the inside has ended, after everything that it sent. */
static bool end(tls_connection *connection, int64_t now) {
  if (!connection->inside_has_ended || !is_empty(&connection->plain) || connection->is_lost) return false;
  pthread_mutex_lock(&list_lock);
  bool is_reset = connection->is_reset;
  pthread_mutex_unlock(&list_lock);
  if (is_reset || connection->cannot_send || !connection->is_open) {
    connection->is_lost = true;
    return true;
  }
  if (connection->ended_since != 0) {
    connection->is_lost = connection->outside_has_ended;
    return connection->is_lost;
  }
  int code = gnutls_bye(connection->session, GNUTLS_SHUT_WR);
  connection->waits_to_send = code == GNUTLS_E_AGAIN || code == GNUTLS_E_INTERRUPTED;
  if (connection->waits_to_send) return false;
  /* The connection stays open until the other side has closed it, too, because the system drops unread data of a
     connection that is closed earlier. */
  shutdown(connection->outside, SHUT_WR);
  connection->ended_since = now;
  return true;
}

/* Connections ------------------------------------------------------------------------------------------------- */

static bool go_on(tls_connection *connection, int64_t now) {
  bool has_moved = shake_hands(connection);
  has_moved |= receive_decrypted(connection);
  has_moved |= write_inside(connection);
  has_moved |= read_inside(connection);
  has_moved |= write_outside(connection);
  has_moved |= end(connection, now);
  return has_moved;
}

static bool serve(mocklua_Polled *polled, const struct pollfd polls[], int64_t now) {
  tls_connection *connection = (tls_connection *)polled;
  if (polls[0].revents != 0 || polls[1].revents != 0 || connection->is_unfinished || connection->active_since == 0) {
    int round = 0;
    while (round < rounds && !connection->is_lost && go_on(connection, now)) round++;
    connection->is_unfinished = round == rounds;
    if (round > 0 || connection->active_since == 0) connection->active_since = now;
  }
  if (connection->inside_has_ended && now - connection->active_since > unread_ms) connection->is_lost = true;
  if (connection->ended_since != 0 && now - connection->ended_since > ending_ms) connection->is_lost = true;
  return !connection->is_lost;
}

static int prepare(mocklua_Polled *polled, struct pollfd polls[]) {
  tls_connection *connection = (tls_connection *)polled;
  short outside = 0, inside = 0;
  if (!connection->is_open) {
    outside = gnutls_record_get_direction(connection->session) == 1 ? POLLOUT : POLLIN;
  } else {
    if (!connection->outside_has_ended && is_empty(&connection->decrypted)) outside |= POLLIN;
    if (connection->waits_to_send) outside |= POLLOUT;
  }
  if (!connection->inside_has_ended && is_empty(&connection->plain)) inside |= POLLIN;
  if (!is_empty(&connection->decrypted)) inside |= POLLOUT;
  /* The system reports the end of a connection even if no event is wanted. */
  if (outside != 0) polls[0] = (struct pollfd){connection->outside, outside, 0};
  if (inside != 0) polls[1] = (struct pollfd){connection->inside, inside, 0};
  if (connection->is_unfinished || connection->active_since == 0) return 0;
  return connection->inside_has_ended ? checking_ms : -1;
}

static void finish(mocklua_Polled *polled) {
  tls_connection *connection = (tls_connection *)polled;
  pthread_mutex_lock(&list_lock);
  if (connection->previous != NULL) connection->previous->following = connection->following;
  else list = connection->following;
  if (connection->following != NULL) connection->following->previous = connection->previous;
  pthread_mutex_unlock(&list_lock);
  if (connection->is_reset) {
    struct linger linger = {.l_onoff = 1, .l_linger = 0};
    setsockopt(connection->outside, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
  }
  gnutls_deinit(connection->session);
  close(connection->outside);
  close(connection->inside);
  free(connection);
}

/* Starts to forward between a session's connection and a pair of sockets, and returns the other end of the pair. On
   failure, closes everything and returns -1 with `errno`. */
static int forward(gnutls_session_t session, int outside, bool is_open, uint32_t *number) {
  static const mocklua_PolledFunctions functions = {prepare, serve, finish};
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) {
    int reason = errno;
    gnutls_deinit(session);
    close(outside);
    errno = reason;
    return -1;
  }
  tls_connection *connection = calloc(1, sizeof *connection);
  if (connection == NULL) abort(); /* no memory */
  connection->polled.functions = &functions;
  connection->session = session;
  connection->outside = outside;
  connection->inside = pair[0];
  connection->is_open = is_open;
  int on = 1, descriptors[] = {outside, pair[0], pair[1]};
  setsockopt(outside, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  for (int i = 0; i < 3; i++) {
    mocklua_do_not_block(descriptors[i]);
#ifdef SO_NOSIGPIPE
    setsockopt(descriptors[i], SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
  }
  pthread_mutex_lock(&list_lock);
  if (++last_number == 0) last_number = 1;
  *number = connection->number = last_number;
  connection->following = list;
  if (list != NULL) list->previous = connection;
  list = connection;
  pthread_mutex_unlock(&list_lock);
  mocklua_poller_add(&connection->polled);
  return pair[1];
}

static gnutls_session_t create_session(unsigned flags, gnutls_certificate_credentials_t credentials, int outside) {
  static const unsigned char name[] = "http/1.1";
  const gnutls_datum_t protocol = {(unsigned char *)name, sizeof name - 1};
  gnutls_session_t session;
  bool is_ready = gnutls_init(&session, flags | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL) >= 0 &&
                  gnutls_set_default_priority(session) >= 0 &&
                  gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, credentials) >= 0 &&
                  gnutls_alpn_set_protocols(session, &protocol, 1, 0) >= 0;
  if (!is_ready) abort(); /* no memory */
  gnutls_handshake_set_timeout(session, GNUTLS_INDEFINITE_TIMEOUT); /* the caller has a limit */
  gnutls_transport_set_int(session, outside);
  return session;
}

int mocklua_tls_take(mocklua_TLS *tls, int client, uint32_t *number) {
  return forward(create_session(GNUTLS_SERVER, tls->credentials, client), client, false, number);
}

static gnutls_certificate_credentials_t trusted;

/* Trusts the certificates that curl trusts. */
static void trust_system(void) {
  if (gnutls_certificate_allocate_credentials(&trusted) < 0) abort(); /* no memory */
  gnutls_certificate_set_x509_system_trust(trusted);
  const char *file = getenv("SSL_CERT_FILE");
  if (file != NULL) gnutls_certificate_set_x509_trust_file(trusted, file, GNUTLS_X509_FMT_PEM);
}

int mocklua_tls_dial(int server, const char *host, char *reason, size_t size) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, trust_system);
  gnutls_session_t session = create_session(GNUTLS_CLIENT, trusted, server);
  unsigned char address[16];
  bool is_name = inet_pton(AF_INET, host, address) != 1 && inet_pton(AF_INET6, host, address) != 1;
  if (is_name) gnutls_server_name_set(session, GNUTLS_NAME_DNS, host, strlen(host));
  gnutls_session_set_verify_cert(session, host, 0);
  int code;
  do code = gnutls_handshake(session);
  while (code == GNUTLS_E_INTERRUPTED || (code < 0 && code != GNUTLS_E_AGAIN && !gnutls_error_is_fatal(code)));
  if (code >= 0) {
    uint32_t number;
    int descriptor = forward(session, server, true, &number);
    if (descriptor < 0) snprintf(reason, size, "%s", strerror(errno));
    return descriptor;
  }
  gnutls_datum_t text = {NULL, 0};
  if (code == GNUTLS_E_CERTIFICATE_VERIFICATION_ERROR) {
    unsigned status = gnutls_session_get_verify_cert_status(session);
    gnutls_certificate_verification_status_print(status, GNUTLS_CRT_X509, &text, 0);
  }
  const char *problem = code == GNUTLS_E_AGAIN ? "the TLS handshake takes too long" : gnutls_strerror(code);
  snprintf(reason, size, "%s", text.data == NULL ? problem : (const char *)text.data);
  gnutls_free(text.data);
  gnutls_deinit(session);
  close(server);
  return -1;
}

void mocklua_tls_reset(uint32_t number) {
  pthread_mutex_lock(&list_lock);
  tls_connection *connection = list;
  while (connection != NULL && connection->number != number) connection = connection->following;
  if (connection != NULL) connection->is_reset = true;
  pthread_mutex_unlock(&list_lock);
}

mocklua_TLS *mocklua_tls_create(const mocklua_TLSIdentity *identity) {
  mocklua_TLS *tls = calloc(1, sizeof *tls);
  if (tls == NULL || gnutls_certificate_allocate_credentials(&tls->credentials) < 0) {
    free(tls);
    return NULL;
  }
  gnutls_datum_t certificate = {(unsigned char *)identity->certificate, (unsigned)strlen(identity->certificate)};
  gnutls_datum_t key = {(unsigned char *)identity->key, (unsigned)strlen(identity->key)};
  if (gnutls_certificate_set_x509_key_mem(tls->credentials, &certificate, &key, GNUTLS_X509_FMT_PEM) >= 0) return tls;
  mocklua_tls_free(tls);
  return NULL;
}

void mocklua_tls_free(mocklua_TLS *tls) {
  gnutls_certificate_free_credentials(tls->credentials);
  free(tls);
}

#endif
