#ifndef MOCKLUA_CFUZZDRIVER_H
#define MOCKLUA_CFUZZDRIVER_H

#include <stddef.h>
#include <stdint.h>

/* A function of libFuzzer that no compiler header declares. Swift's entry point replaces libFuzzer's `main`. */
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*check)(const uint8_t *bytes, size_t count));

#endif
