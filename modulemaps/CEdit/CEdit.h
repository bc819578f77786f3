#ifndef MOCKLUA_CEDIT_H
#define MOCKLUA_CEDIT_H

/* The system's libedit (BSD). */
#include <stdio.h>
#include <histedit.h>

#endif
