/* This machine's header, with what Apple's has besides. */
#include_next <fcntl.h>

#define F_SETNOSIGPIPE 73
