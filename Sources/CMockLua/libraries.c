/*
 * The safe set of Lua's libraries: nothing that reaches files, processes, bytecode or the debugger,
 * and nothing whose result differs from run to run.
 */
#include "internal.h"

/* load(chunk [, name [, mode [, env]]]): text only, whatever `mode` says */
static int load_text(lua_State *L) {
  lua_settop(L, 4);
  if (lua_isfunction(L, 1)) {
    luaL_Buffer text;
    luaL_buffinit(L, &text);
    for (;;) {
      lua_pushvalue(L, 1);
      lua_call(L, 0, 1);
      if (lua_isnil(L, -1) || (lua_isstring(L, -1) && lua_rawlen(L, -1) == 0)) break;
      if (!lua_isstring(L, -1)) return luaL_error(L, "reader function must return a string");
      luaL_addvalue(&text);
    }
    lua_pop(L, 1);
    luaL_pushresult(&text);
    lua_replace(L, 1);
  }
  size_t count;
  const char *chunk = luaL_checklstring(L, 1, &count);
  const char *name = luaL_optstring(L, 2, "=(load)");
  if (luaL_loadbufferx(L, chunk, count, name, "t") != LUA_OK) {
    lua_pushnil(L);
    lua_insert(L, -2);
    return 2;
  }
  if (!lua_isnil(L, 4)) {
    lua_pushvalue(L, 4);
    if (lua_setupvalue(L, -2, 1) == NULL) lua_pop(L, 1);
  }
  return 1;
}

static int count_garbage(lua_State *L) {
  const char *option = luaL_optstring(L, 1, "collect");
  if (strcmp(option, "count") != 0) {
    return luaL_error(L, "collectgarbage takes \"count\" only; memory is collected as needed");
  }
  lua_pushnumber(L, (lua_Number)mocklua_owner(L)->memory_used / 1024);
  return 1;
}

/* Addresses stay hidden: they differ from run to run. */
static int describe(lua_State *L) {
  luaL_checkany(L, 1);
  int type = lua_type(L, 1);
  bool has_address = type == LUA_TTABLE || type == LUA_TFUNCTION || type == LUA_TTHREAD ||
                     type == LUA_TUSERDATA;
  if (has_address) {
    if (luaL_getmetafield(L, 1, "__tostring") == LUA_TNIL) {
      if (luaL_getmetafield(L, 1, "__name") == LUA_TNIL) lua_pushstring(L, luaL_typename(L, 1));
      return 1;
    }
    lua_pop(L, 1);
  }
  luaL_tolstring(L, 1, NULL);
  return 1;
}

/* Finalizers run where no hook counts, so they are refused. */
static int set_metatable(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_argexpected(L, lua_isnil(L, 2) || lua_istable(L, 2), 2, "nil or table");
  if (lua_istable(L, 2)) {
    lua_pushliteral(L, "__gc");
    if (lua_rawget(L, 2) != LUA_TNIL) return luaL_error(L, "`__gc` is not available in scripts");
    lua_pop(L, 1);
  }
  if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) {
    return luaL_error(L, "cannot change a protected metatable");
  }
  lua_settop(L, 2);
  lua_setmetatable(L, 1);
  return 1;
}

static int repeat_string(lua_State *L) {
  size_t count, separator_count;
  const char *bytes = luaL_checklstring(L, 1, &count);
  lua_Integer n = luaL_checkinteger(L, 2);
  const char *separator = luaL_optlstring(L, 3, "", &separator_count);
  size_t each = count + separator_count;
  if (n <= 0 || each == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  if ((lua_Unsigned)n > (lua_Unsigned)(SIZE_MAX / 2) / each) {
    return luaL_error(L, "resulting string too large");
  }
  luaL_Buffer result; /* made first: what does not fit in memory shall say so */
  char *at = luaL_buffinitsize(L, &result, each * (size_t)n - separator_count);
  mocklua_charge(L, (uint64_t)n / 16);
  for (lua_Integer i = 0; i < n; i++) {
    memcpy(at, bytes, count);
    at += count;
    if (i < n - 1 && separator_count > 0) {
      memcpy(at, separator, separator_count);
      at += separator_count;
    }
  }
  luaL_pushresultsize(&result, each * (size_t)n - separator_count);
  return 1;
}

/* math.randomseed(...) without arguments would take the time; here it takes the state's seed. */
static int seed_random(lua_State *L) {
  lua_settop(L, 2);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  if (lua_isnil(L, 2)) {
    lua_pushinteger(L, (lua_Integer)mocklua_owner(L)->options.random_seed);
    lua_replace(L, 2);
  }
  if (lua_isnil(L, 3)) lua_pop(L, 1);
  lua_call(L, lua_gettop(L) - 1, 0);
  return 0;
}

static void remove_fields(lua_State *L, const char *const *names) {
  for (; *names != NULL; names++) {
    lua_pushnil(L);
    lua_setfield(L, -2, *names);
  }
}

static void open_base(lua_State *L) {
  static const char *const unsafe[] = {"dofile", "loadfile", NULL};
  static const luaL_Reg replaced[] = {
      {"load", load_text},
      {"collectgarbage", count_garbage},
      {"tostring", describe},
      {"setmetatable", set_metatable},
      {NULL, NULL},
  };
  luaL_requiref(L, LUA_GNAME, luaopen_base, 1);
  remove_fields(L, unsafe);
  luaL_setfuncs(L, replaced, 0);
  lua_pop(L, 1);
}

static void open_string(lua_State *L) {
  static const char *const unsafe[] = {"dump", NULL};
  luaL_requiref(L, LUA_STRLIBNAME, luaopen_string, 1);
  remove_fields(L, unsafe);
  lua_pushcfunction(L, repeat_string);
  lua_setfield(L, -2, "rep");
  lua_pop(L, 1);
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1); /* the string metatable stays out of reach */
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 2);
}

static void open_math(lua_State *L) {
  luaL_requiref(L, LUA_MATHLIBNAME, luaopen_math, 1);
  lua_getfield(L, -1, "randomseed");
  lua_pushcclosure(L, seed_random, 1);
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "randomseed");
  lua_call(L, 0, 0);
  lua_pop(L, 1);
}

/* The parts of `os` that only tell the time. */
static void open_time(lua_State *L) {
  static const char *const safe[] = {"time", "date", "clock", "difftime", NULL};
  lua_newtable(L);
  lua_pushcfunction(L, luaopen_os);
  lua_call(L, 0, 1);
  for (const char *const *name = safe; *name != NULL; name++) {
    lua_getfield(L, -1, *name);
    lua_setfield(L, -3, *name);
  }
  lua_pop(L, 1);
  lua_setglobal(L, LUA_OSLIBNAME);
}

static int describe_null(lua_State *L) {
  lua_pushliteral(L, "null");
  return 1;
}

static int refuse_null(lua_State *L) {
  return luaL_error(L, "attempt to index null; compare with `null` first");
}

/* Light userdata share one metatable; null is the only one that scripts meet. */
static void open_null(lua_State *L) {
  static const luaL_Reg behaviour[] = {
      {"__tostring", describe_null}, {"__index", refuse_null}, {NULL, NULL}};
  mocklua_push_null(L);
  luaL_newlib(L, behaviour);
  lua_pushliteral(L, "null");
  lua_setfield(L, -2, "__name");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
}

static void open_array(lua_State *L) {
  mocklua_State *state = mocklua_owner(L);
  lua_newtable(L);
  state->array_metatable = lua_topointer(L, -1);
  state->array_reference = luaL_ref(L, LUA_REGISTRYINDEX);
}

void mocklua_mark_array(lua_State *L) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, mocklua_owner(L)->array_reference);
  lua_setmetatable(L, -2);
}

void mocklua_open_libraries(lua_State *L) {
  open_array(L);
  open_base(L);
  open_string(L);
  open_math(L);
  open_time(L);
  luaL_requiref(L, LUA_TABLIBNAME, luaopen_table, 1);
  luaL_requiref(L, LUA_UTF8LIBNAME, luaopen_utf8, 1);
  lua_pop(L, 2);
  open_null(L);
  mocklua_open_coroutines(L);
  mocklua_open_iteration(L);
  mocklua_open_protected(L);
}
