#define _GNU_SOURCE
#include "CMockScenarios.h"

#ifdef MOCKLUA_STARTS_PROCESSES

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#if defined(__linux__) && defined(__GLIBC__)
#if __GLIBC_PREREQ(2, 34)
#define CLOSES_FROM 1
#endif
#endif

/* Creates a pipe that other processes don't inherit. This process's end is non-blocking. */
static int open_pipe(int ends[2], int own) {
#ifdef __linux__
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
#else
  if (pipe(ends) != 0) return errno;
  for (int index = 0; index < 2; index++) fcntl(ends[index], F_SETFD, FD_CLOEXEC);
  /* If the reader is gone, `write` fails instead of a signal ending this process. */
  fcntl(ends[1], F_SETNOSIGPIPE, 1);
#endif
  for (int index = 0; index < 2; index++) {
    if (ends[index] > STDERR_FILENO) continue;
    /* The new process gets copies at the numbers of the standard streams. */
    int raised = fcntl(ends[index], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (raised < 0) return errno;
    close(ends[index]);
    ends[index] = raised;
  }
  return fcntl(ends[own], F_SETFL, fcntl(ends[own], F_GETFL) | O_NONBLOCK) == 0 ? 0 : errno;
}

/* Sets the files and the folder of the new process. */
static int add_actions(posix_spawn_file_actions_t *actions, const char *folder, const int standard[3]) {
  int status = 0;
  for (int stream = 0; status == 0 && stream < 3; stream++)
    status = posix_spawn_file_actions_adddup2(actions, standard[stream], stream);
  if (status == 0 && folder != NULL) status = posix_spawn_file_actions_addchdir_np(actions, folder);
#ifdef CLOSES_FROM
  /* Files that other code of this process left open would keep pipes of other tests alive. */
  if (status == 0) status = posix_spawn_file_actions_addclosefrom_np(actions, 3);
#endif
  return status;
}

/* Makes sure that no signal is blocked or ignored. */
static int add_attributes(posix_spawnattr_t *attributes) {
  sigset_t signals;
  sigemptyset(&signals);
  int status = posix_spawnattr_setsigmask(attributes, &signals);
  sigfillset(&signals);
  if (status == 0) status = posix_spawnattr_setsigdefault(attributes, &signals);
  short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
#ifdef __APPLE__
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT; /* The equivalent of closing all other files on Linux. */
#endif
  return status == 0 ? posix_spawnattr_setflags(attributes, flags) : status;
}

static int start(
    pid_t *identifier, char *const command[], char *const environment[], const char *folder,
    const int standard[3]) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int status = posix_spawn_file_actions_init(&actions);
  if (status != 0) return status;
  status = posix_spawnattr_init(&attributes);
  if (status == 0) {
    status = add_actions(&actions, folder, standard);
    if (status == 0) status = add_attributes(&attributes);
    if (status == 0)
      status = posix_spawn(identifier, command[0], &actions, &attributes, command, environment);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return status;
}

int mockscenarios_spawn(
    char *const command[], char *const environment[], const char *folder, mockscenarios_Process *process) {
  int pipes[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}};
  int status = 0;
  for (int stream = 0; status == 0 && stream < 3; stream++) status = open_pipe(pipes[stream], stream == 0);
  const int theirs[3] = {pipes[0][0], pipes[1][1], pipes[2][1]};
  const int ours[3] = {pipes[0][1], pipes[1][0], pipes[2][0]};
  pid_t identifier = 0;
  if (status == 0) status = start(&identifier, command, environment, folder, theirs);
  for (int stream = 0; stream < 3; stream++) {
    close(theirs[stream]);
    if (status != 0) close(ours[stream]);
  }
  *process = (mockscenarios_Process){identifier, ours[0], ours[1], ours[2]};
  return -status;
}

#endif
