/*
 * The safe set of Lua's libraries. It has no access to files, processes, bytecode, or the debugger. No results differ
 * between runs, and no function works for long without checking the limits.
 *
 * Every function of Lua 5.4.4 and 5.4.8 whose work depends on the length of something is replaced by one that charges
 * for it (library.h). The others are Lua's own, because their work is bounded:
 *
 *     assert error getmetatable type next(own) pairs(own) rawlen(own) rawget(own) rawset(own)
 *                         one value; a string that is a key for the first time is hashed once
 *     ipairs              one element a call; the loop is the script's, and the hook counts it
 *     math                one or two numbers, except `max` and `min`; `fmod` takes about 2,000 steps at most
 *     os.time difftime clock
 *                         nine fields, one number
 *     coroutine           coroutines.c: values passed fit on Lua's stack, a million values
 *     pcall xpcall        protected.c
 *     print               host.c
 */
#include "library.h"

static void remove_fields(lua_State *L, const char *const *names) {
  for (; *names != NULL; names++) {
    lua_pushnil(L);
    lua_setfield(L, -2, *names);
  }
}

/* Called before opening the base library, which converts strings to numbers. */
static void open_string(lua_State *L) {
  static const char *const unsafe[] = {"dump", NULL};
  luaL_requiref(L, LUA_STRLIBNAME, luaopen_string, 1);
  remove_fields(L, unsafe);
  mocklua_open_strings(L);
  mocklua_open_patterns(L);
  mocklua_open_format(L);
  mocklua_open_packing(L);
  lua_pop(L, 1);
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1); /* scripts can't access the string metatable */
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 2);
}

static void open_base(lua_State *L) {
  static const char *const unsafe[] = {"dofile", "loadfile", NULL};
  luaL_requiref(L, LUA_GNAME, luaopen_base, 1);
  remove_fields(L, unsafe);
  mocklua_open_base(L);
  mocklua_open_numerals(L);
  mocklua_open_load(L);
  lua_pop(L, 1);
}

static void open_others(lua_State *L) {
  luaL_requiref(L, LUA_MATHLIBNAME, luaopen_math, 1);
  mocklua_open_math(L);
  luaL_requiref(L, LUA_TABLIBNAME, luaopen_table, 1);
  mocklua_open_table(L);
  mocklua_open_sort(L);
  luaL_requiref(L, LUA_UTF8LIBNAME, luaopen_utf8, 1);
  mocklua_open_utf8(L);
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_setglobal(L, LUA_OSLIBNAME);
  mocklua_open_time(L);
  lua_pop(L, 4);
}

static int describe_null(lua_State *L) {
  lua_pushliteral(L, "null");
  return 1;
}

static int refuse_null(lua_State *L) {
  return luaL_error(L, "attempt to index null; compare the value with `null` first");
}

/* Light userdata share one metatable. Scripts only ever see null. */
static void open_null(lua_State *L) {
  static const luaL_Reg behavior[] = {
      {"__tostring", describe_null}, {"__index", refuse_null}, {NULL, NULL}};
  mocklua_push_null(L);
  luaL_newlib(L, behavior);
  lua_pushliteral(L, "null");
  lua_setfield(L, -2, "__name");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
}

void mocklua_open_libraries(lua_State *L) {
  mocklua_hide_weakness(L);
  mocklua_open_array(L);
  open_string(L);
  open_base(L);
  open_others(L);
  open_null(L);
  mocklua_open_exact(L);
  mocklua_open_coroutines(L);
  mocklua_open_iteration(L);
  mocklua_open_protected(L);
}
