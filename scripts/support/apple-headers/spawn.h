/* This machine's header, with what Apple's has besides. */
#include_next <spawn.h>

#define POSIX_SPAWN_CLOEXEC_DEFAULT 0x4000
