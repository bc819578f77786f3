/*
 * The functions of `os` that only return the time, which are Lua's own. `os.date` goes through its format byte by byte,
 * so the format's length is limited.
 */
#include "library.h"

/* The maximum length of a format in bytes. Formatting one of this length takes several milliseconds. */
#define LONGEST_FORMAT 16384

/* os.date([format [, time]]): its upvalue is Lua's own function */
static int os_date(lua_State *L) {
  size_t count;
  luaL_optlstring(L, 1, "", &count);
  luaL_argcheck(L, count <= LONGEST_FORMAT, 1, "format too long");
  mocklua_charge_values(L, count);
  return lua_tocfunction(L, lua_upvalueindex(1))(L); /* in this frame, whose name appears in its messages */
}

void mocklua_open_time(lua_State *L) {
  static const char *const safe[] = {"time", "date", "clock", "difftime", NULL};
  lua_pushcfunction(L, luaopen_os);
  lua_call(L, 0, 1);
  for (const char *const *name = safe; *name != NULL; name++) {
    lua_getfield(L, -1, *name);
    lua_setfield(L, -3, *name);
  }
  lua_pop(L, 1);
  lua_getfield(L, -1, "date");
  lua_pushcclosure(L, os_date, 1);
  lua_setfield(L, -2, "date");
}
