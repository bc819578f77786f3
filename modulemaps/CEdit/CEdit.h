#ifndef MOCKLUA_CEDIT_H
#define MOCKLUA_CEDIT_H

/* The system's libedit (BSD), through its readline-like interface. */
#include <stdio.h>
#include <editline/readline.h>

#endif
