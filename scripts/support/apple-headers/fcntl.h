/* This machine's header, with the additions of Apple's header (xnu, bsd/sys/fcntl.h). */
#include_next <fcntl.h>

#define F_SETNOSIGPIPE 73
