#ifndef MOCKLUA_UNTRUSTED_H
#define MOCKLUA_UNTRUSTED_H

#include <microhttpd.h>

typedef struct mocklua_untrusted mocklua_untrusted;

/* Creates an empty list; NULL without memory. `connections` is the limit for all connections, `places` for
   untrusted connections. */
mocklua_untrusted *mocklua_untrusted_create(unsigned connections, unsigned places, unsigned seconds);

/* Called by the library when a connection starts or ends. */
void mocklua_untrusted_notify(void *untrusted, struct MHD_Connection *connection, void **state,
                              enum MHD_ConnectionNotificationCode code);

/* Removes a trusted connection from the list. From now on it can be idle for `seconds`. */
void mocklua_untrusted_trust(mocklua_untrusted *untrusted, struct MHD_Connection *connection, unsigned seconds);

#endif
