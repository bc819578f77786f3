#ifndef MOCKLUA_STRANGERS_H
#define MOCKLUA_STRANGERS_H

#include <microhttpd.h>

typedef struct mocklua_strangers mocklua_strangers;

/* Knows nobody; NULL without memory. Of all connections there may be so many, of which strangers have some places. */
mocklua_strangers *mocklua_strangers_create(unsigned connections, unsigned places, unsigned seconds);

/* Hears from the library of connections that begin and end. */
void mocklua_strangers_notify(void *strangers, struct MHD_Connection *connection, void **state,
                              enum MHD_ConnectionNotificationCode code);

/* Takes a connection out, which may be idle for so many seconds from now on. */
void mocklua_strangers_trust(mocklua_strangers *strangers, struct MHD_Connection *connection, unsigned seconds);

#endif
