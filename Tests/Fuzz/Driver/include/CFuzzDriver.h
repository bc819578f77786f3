#ifndef MOCKLUA_CFUZZDRIVER_H
#define MOCKLUA_CFUZZDRIVER_H

#include <stddef.h>
#include <stdint.h>

/* libFuzzer's own, which no header of the compiler declares. Swift's entry point takes the place of its `main`. */
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*check)(const uint8_t *bytes, size_t count));

#endif
