#ifndef MOCKLUA_CMOCKSCENARIOS_H
#define MOCKLUA_CMOCKSCENARIOS_H

/* Starting a process. In C, since Linux declares pipe2 and some steps of posix_spawn only where _GNU_SOURCE is
   defined, which Swift's module of the C library does not do. */

#if defined(__APPLE__)
#include <TargetConditionals.h>
#endif

/* Whether this system starts processes: Linux and macOS. */
#if defined(__linux__) || (defined(__APPLE__) && TARGET_OS_OSX)
#define MOCKLUA_STARTS_PROCESSES 1

#include <stdint.h>

/* A process that was just started, with this side's ends of its pipes, which do not block. */
typedef struct mockscenarios_Process {
  int32_t identifier;
  int32_t input;
  int32_t output;
  int32_t errors;
} mockscenarios_Process;

/* Starts a process in a folder, or in that of this process for null. No signal is blocked or ignored in it, and of
   open files it has its three streams alone. Both lists end with a null. Returns 0 or -errno. */
int mockscenarios_spawn(
    char *const command[], char *const environment[], const char *folder, mockscenarios_Process *process);

#endif
#endif
