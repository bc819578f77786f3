/*
 * `load`, for source text only, because bytecode could compromise the process.
 */
#include "source.h"

MOCKLUA_APART static int load_string(lua_State *L, const char *mode) {
  mocklua_Source source = {.mode = mode};
  char title[LUA_IDSIZE + 1] = "="; /* without a name, the title is the source itself */
  source.bytes = lua_tolstring(L, 1, &source.count);
  mocklua_describe_chunk(title + 1, source.bytes);
  source.name = luaL_optstring(L, 2, title);
  return mocklua_load_source(L, &source);
}

/* The function may call `load` recursively, so the source isn't on the C stack. */
static int load_from_function(lua_State *L, const char *mode) {
  const char *name = luaL_optstring(L, 2, "=(load)");
  luaL_checktype(L, 1, LUA_TFUNCTION);
  mocklua_Source *source = lua_newuserdatauv(L, sizeof *source, 0);
  memset(source, 0, sizeof *source);
  source->function = 1;
  source->mode = mode;
  source->name = name;
  return mocklua_load_source(L, source);
}

/* load(chunk [, name [, mode [, env]]]) */
static int base_load(lua_State *L) {
  bool has_environment = !lua_isnone(L, 4);
  const char *mode = luaL_optstring(L, 3, "bt");
  int status = lua_isstring(L, 1) ? load_string(L, mode) : load_from_function(L, mode);
  if (status != LUA_OK) {
    luaL_pushfail(L);
    lua_insert(L, -2);
    return 2;
  }
  if (has_environment) {
    lua_pushvalue(L, 4);
    if (lua_setupvalue(L, -2, 1) == NULL) lua_pop(L, 1);
  }
  return 1;
}

void mocklua_open_load(lua_State *L) {
  lua_pushcfunction(L, base_load);
  lua_setfield(L, -2, "load");
}
