/* This machine's header, with what Apple's has besides (xnu, bsd/sys/fcntl.h). */
#include_next <fcntl.h>

#define F_SETNOSIGPIPE 73
