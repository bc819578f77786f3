#include "library.h"

#if MOCKLUA_HAS_SOCKETS

#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "poller.h"
#include "socket.h"
#include "tls.h"

/* The handshake of a socket whose client we are. */

enum { limit_seconds = 10 };

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0 /* SO_NOSIGPIPE is set */
#endif

/* Connects to one address, and returns the connection, which blocks for a limited time; -1 with `errno`. */
static int connect_to(const struct addrinfo *address) {
  int connection = socket(address->ai_family, SOCK_STREAM, 0);
  if (connection < 0) return -1;
  struct timeval limit = {limit_seconds, 0};
  setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit); /* also limits `connect` on Linux */
#ifdef SO_NOSIGPIPE
  int on = 1;
  setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
  if (connect(connection, address->ai_addr, address->ai_addrlen) == 0) return connection;
  int reason = errno == EINPROGRESS ? ETIMEDOUT : errno;
  close(connection);
  errno = reason;
  return -1;
}

static int connect_to_server(const mocklua_SocketServer *server, char *reason, size_t size) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *addresses = NULL;
  char port[8];
  snprintf(port, sizeof port, "%u", server->port);
  int code = getaddrinfo(server->host, port, &hints, &addresses);
  if (code != 0) {
    snprintf(reason, size, "%s", gai_strerror(code));
    return -1;
  }
  int connection = -1;
  for (struct addrinfo *address = addresses; address != NULL && connection < 0; address = address->ai_next) {
    connection = connect_to(address);
  }
  if (connection < 0) snprintf(reason, size, "%s", strerror(errno));
  freeaddrinfo(addresses);
  if (connection < 0 || !server->is_secure) return connection;
#if MOCKLUA_HAS_TLS
  return mocklua_tls_dial(connection, server->host, reason, size);
#else
  snprintf(reason, size, "this build has no TLS");
  close(connection);
  return -1;
#endif
}

/* Waits for a connection that may not block. */
static bool wait_for(int connection, short event) {
  struct pollfd events = {connection, event, 0};
  int count;
  do count = poll(&events, 1, limit_seconds * 1000);
  while (count < 0 && errno == EINTR);
  return count > 0;
}

static bool send_all(int connection, const char *text) {
  size_t rest = strlen(text);
  while (rest > 0) {
    if (!wait_for(connection, POLLOUT)) return false;
    ssize_t count = send(connection, text, rest, MSG_NOSIGNAL);
    if (count < 0 && errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK) return false;
    if (count > 0) {
      text += count;
      rest -= (size_t)count;
    }
  }
  return true;
}

/* Reads up to the empty line, and whatever has arrived with it. Returns the number of bytes; 0 if the head is too long,
   or if the connection ends or pauses for too long. */
static size_t receive_head(int connection, char *text, size_t size, char **end) {
  size_t length = 0;
  while (length < size - 1 && wait_for(connection, POLLIN)) {
    ssize_t count = recv(connection, text + length, size - 1 - length, 0);
    if (count < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK)) continue;
    if (count <= 0) return 0;
    length += (size_t)count;
    text[length] = '\0';
    *end = strstr(text, "\r\n\r\n");
    if (*end != NULL) return length;
  }
  return 0;
}

static bool has_header(const char *head, const char *name, const char *value) {
  size_t length = strlen(name), count = strlen(value);
  for (const char *line = strstr(head, "\r\n"); line != NULL; line = strstr(line, "\r\n")) {
    line += 2;
    if (strncasecmp(line, name, length) != 0 || line[length] != ':') continue;
    const char *start = line + length + 1;
    start += strspn(start, " \t");
    if (strncmp(start, value, count) == 0 && strchr(" \t\r", start[count]) != NULL) return true;
  }
  return false;
}

static bool dial(mocklua_Socket *socket, const mocklua_SocketServer *server, char *text, size_t size) {
  int connection = connect_to_server(server, text, size);
  if (connection < 0) return false;
  char *end = NULL;
  size_t length = send_all(connection, server->request) ? receive_head(connection, text, size, &end) : 0;
  if (length == 0) {
    snprintf(text, size, "the server didn't answer the handshake");
    close(connection);
    return false;
  }
  end[2] = '\0';
  char *early = end + 4;
  if (strncmp(text, "HTTP/1.1 101", 12) != 0) {
    close(connection);
    return false;
  }
  if (!has_header(text, "Sec-WebSocket-Accept", server->accept)) {
    snprintf(text, size, "the server answered the handshake with a wrong `Sec-WebSocket-Accept`");
    close(connection);
    return false;
  }
  mocklua_socket_start(socket, connection, NULL, early, length - (size_t)(early - text));
  return true;
}

bool mocklua_socket_dial(mocklua_Socket *socket, const mocklua_SocketServer *server, char *text, size_t size) {
  bool is_open = dial(socket, server, text, size);
  if (!is_open) mocklua_socket_drop(socket);
  return is_open;
}

#endif
