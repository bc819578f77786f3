/* libmicrohttpd sending a constant, for scripts/bench-http: the upper limit for the speed of a server based on it. */
#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdio.h>
#include <unistd.h>

static struct MHD_Response *response;

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *body, size_t *count, void **state) {
  static int begun;
  (void)context, (void)url, (void)method, (void)version, (void)body;
  if (*state == NULL) {
    *state = &begun;
    return MHD_YES;
  }
  if (*count > 0) {
    *count = 0;
    return MHD_YES;
  }
  return MHD_queue_response(connection, MHD_HTTP_OK, response);
}

int main(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  response = MHD_create_response_from_buffer(11, "{\"ok\":true}", MHD_RESPMEM_PERSISTENT);
  MHD_add_response_header(response, "Content-Type", "application/json");
  struct MHD_Daemon *daemon =
      MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD, 0, NULL, NULL, answer, NULL, MHD_OPTION_SOCK_ADDR,
                       (struct sockaddr *)&address, MHD_OPTION_THREAD_POOL_SIZE, 2u, MHD_OPTION_END);
  if (daemon == NULL) return 1;
  printf("%d\n", MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
  fflush(stdout);
  pause();
}
