#ifndef MOCKLUA_STRANGERS_H
#define MOCKLUA_STRANGERS_H

#include <microhttpd.h>

typedef struct mocklua_strangers mocklua_strangers;

/* Creates an empty list; NULL without memory. `connections` is the limit for all connections, `places` for
   strangers. */
mocklua_strangers *mocklua_strangers_create(unsigned connections, unsigned places, unsigned seconds);

/* Called by the library when a connection starts or ends. */
void mocklua_strangers_notify(void *strangers, struct MHD_Connection *connection, void **state,
                              enum MHD_ConnectionNotificationCode code);

/* Removes a trusted connection from the list. From now on it can be idle for `seconds`. */
void mocklua_strangers_trust(mocklua_strangers *strangers, struct MHD_Connection *connection, unsigned seconds);

#endif
