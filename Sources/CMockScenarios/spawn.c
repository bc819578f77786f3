#define _GNU_SOURCE
#include "CMockScenarios.h"

#ifdef MOCKLUA_STARTS_PROCESSES

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#if defined(__linux__) && defined(__GLIBC__)
#if __GLIBC_PREREQ(2, 34)
#define CLOSES_FROM 1
#endif
#endif

int mocklua_pipe(int ends[2]) {
#ifdef __linux__
  return pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno;
#else
  if (pipe(ends) != 0) return errno;
  for (int index = 0; index < 2; index++) fcntl(ends[index], F_SETFD, FD_CLOEXEC);
  /* A reader that is gone is an error of `write`, not the death of this process. */
  fcntl(ends[1], F_SETNOSIGPIPE, 1);
  return 0;
#endif
}

int mocklua_spawn_in_folder(posix_spawn_file_actions_t *actions, const char *folder) {
  return posix_spawn_file_actions_addchdir_np(actions, folder);
}

int mocklua_spawn_closing_from(posix_spawn_file_actions_t *actions, int count) {
#ifdef CLOSES_FROM
  return posix_spawn_file_actions_addclosefrom_np(actions, count);
#else
  /* Our own files close by themselves. */
  (void)actions;
  (void)count;
  return 0;
#endif
}

#endif
