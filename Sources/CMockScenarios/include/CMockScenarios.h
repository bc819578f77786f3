#ifndef MOCKLUA_CMOCKSCENARIOS_H
#define MOCKLUA_CMOCKSCENARIOS_H

/* What starting a process needs and Swift does not see: the functions that Linux declares only where
   _GNU_SOURCE is defined, which Swift's module of the C library does not do. */

#if defined(__APPLE__)
#include <TargetConditionals.h>
#endif

/* Whether this system starts processes: Linux and macOS. */
#if defined(__linux__) || (defined(__APPLE__) && TARGET_OS_OSX)
#define MOCKLUA_STARTS_PROCESSES 1

#include <spawn.h>

/* Makes a pipe whose ends other processes do not inherit; returns 0 or an errno. Linux alone does this in
   one step (pipe2). */
int mocklua_pipe(int ends[2]);

/* Lets the new process begin in a folder; returns 0 or an errno. */
int mocklua_spawn_in_folder(posix_spawn_file_actions_t *actions, const char *folder);

/* Closes in the new process all files but the first `count`, where the C library can; returns 0 or an errno.
   On macOS POSIX_SPAWN_CLOEXEC_DEFAULT does this. */
int mocklua_spawn_closing_from(posix_spawn_file_actions_t *actions, int count);

#endif
#endif
