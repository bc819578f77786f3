#ifndef MOCKLUA_CMOCKSCENARIOS_H
#define MOCKLUA_CMOCKSCENARIOS_H

/* Starting a process. This is C, because Linux declares pipe2 and some steps of posix_spawn only if _GNU_SOURCE is
   defined, and Swift's module of the C library doesn't define it. */

#if defined(__APPLE__)
#include <TargetConditionals.h>
#endif

/* Whether this system can start processes: Linux and macOS. */
#if defined(__linux__) || (defined(__APPLE__) && TARGET_OS_OSX)
#define MOCKLUA_STARTS_PROCESSES 1

#include <stdint.h>

/* A started process, with this process's ends of its pipes, which are non-blocking. */
typedef struct mockscenarios_Process {
  int32_t identifier;
  int32_t input;
  int32_t output;
  int32_t errors;
} mockscenarios_Process;

/* Starts a process in a folder, or in the current one if NULL. It has no blocked or ignored signals, and no open files
   except for its three streams. Both lists end with NULL. Returns 0 or -errno. */
int mockscenarios_spawn(
    char *const command[], char *const environment[], const char *folder, mockscenarios_Process *process);

#endif
#endif
