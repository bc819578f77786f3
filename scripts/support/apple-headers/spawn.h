/* This machine's header, with the additions of Apple's header (xnu, bsd/sys/spawn.h). */
#include_next <spawn.h>

#define POSIX_SPAWN_CLOEXEC_DEFAULT 0x4000
