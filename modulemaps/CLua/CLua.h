#ifndef MOCKLUA_CLUA_H
#define MOCKLUA_CLUA_H

/* The system's Lua 5.4, found through pkg-config (`lua5.4`). */
#include <lua.h>
#include <lauxlib.h>
#include <lualib.h>

#endif
