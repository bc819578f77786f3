/*
 * The basic functions that replace Lua's own. `load` and functions that convert strings to numbers are in separate
 * files.
 */
#include "library.h"

/* Addresses are hidden, because they differ between runs. NaN is written as `nan` on every processor. */
const char *mocklua_push_text(lua_State *L, int index, size_t *count) {
  switch (lua_type(L, index)) {
    case LUA_TNIL:
    case LUA_TBOOLEAN: return luaL_tolstring(L, index, count);
    case LUA_TSTRING: lua_pushvalue(L, index); break;
    case LUA_TNUMBER:
      if (lua_tonumber(L, index) == lua_tonumber(L, index)) {
        lua_pushvalue(L, index);
      } else {
        lua_pushliteral(L, "nan");
      }
      break;
    default:
      if (luaL_callmeta(L, index, "__tostring")) {
        if (!lua_isstring(L, -1)) luaL_error(L, "'__tostring' must return a string");
        break;
      }
      int type = luaL_getmetafield(L, index, "__name");
      if (type == LUA_TSTRING) break;
      if (type != LUA_TNIL) lua_pop(L, 1);
      lua_pushstring(L, luaL_typename(L, index));
  }
  return lua_tolstring(L, -1, count);
}

static int base_tostring(lua_State *L) {
  luaL_checkany(L, 1);
  mocklua_push_text(L, 1, NULL);
  return 1;
}

static int base_collectgarbage(lua_State *L) {
  static const char *const options[] = {
      "collect", "count",     "stop",         "restart",     "step", "isrunning",
      "setpause", "setstepmul", "generational", "incremental", NULL};
  if (strcmp(options[luaL_checkoption(L, 1, "collect", options)], "count") != 0) {
    return luaL_error(L, "`collectgarbage` takes only \"count\"; remove this call, because memory is "
                         "freed automatically");
  }
  lua_pushnumber(L, (lua_Number)mocklua_owner(L)->memory_used / 1024);
  return 1;
}

/* metatables */

static bool marks_array(lua_State *L, int metatable) {
  return lua_topointer(L, metatable) == mocklua_owner(L)->array_metatable;
}

/* Hides the metatable that marks lists from scripts, because all lists share it. */
static int base_getmetatable(lua_State *L) {
  luaL_checkany(L, 1);
  if (!lua_getmetatable(L, 1) || marks_array(L, -1)) {
    lua_pushnil(L);
    return 1;
  }
  luaL_getmetafield(L, 1, "__metatable");
  return 1;
}

/*
 * Lua marks a table for finalization when its new metatable contains `__gc` with any value, and a finalizer set later
 * then runs. No hook counts the instructions of finalizers, so they are rejected. A `__gc` that Lua couldn't call is
 * removed while the metatable is being set.
 */
void mocklua_set_unmarked(lua_State *L) {
  lua_pushliteral(L, "__gc");
  lua_pushvalue(L, -1);
  if (lua_rawget(L, 2) == LUA_TNIL) {
    lua_pushvalue(L, 2);
    lua_setmetatable(L, 1);
    return;
  }
  int type = lua_type(L, -1);
  if (type == LUA_TFUNCTION || type == LUA_TTABLE || type == LUA_TUSERDATA) {
    luaL_error(L, "`__gc` is not available in scripts; remove it, or use `__close`");
  }
  lua_pushvalue(L, -2);
  lua_pushnil(L);
  lua_rawset(L, 2);
  lua_pushvalue(L, 2);
  lua_setmetatable(L, 1);
  lua_rawset(L, 2);
}

static int base_setmetatable(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_argexpected(L, lua_isnil(L, 2) || lua_istable(L, 2), 2, "nil or table");
  if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) {
    return luaL_error(L, "cannot change a protected metatable");
  }
  lua_settop(L, 2);
  if (lua_isnil(L, 2)) {
    lua_setmetatable(L, 1);
  } else {
    mocklua_set_unmarked(L);
  }
  lua_settop(L, 1);
  return 1;
}

/* raw values and arguments */

static int base_type(lua_State *L) {
  size_t count;
  int type = lua_type(L, 1);
  luaL_argcheck(L, type != LUA_TNONE, 1, "value expected");
  bool is_exact = type == LUA_TUSERDATA && mocklua_to_exact(L, 1, &count) != NULL;
  lua_pushstring(L, lua_typename(L, is_exact ? LUA_TNUMBER : type));
  return 1;
}

/* Strings of different lengths are unequal without comparing their bytes. */
static int base_rawequal(lua_State *L) {
  luaL_checkany(L, 1);
  luaL_checkany(L, 2);
  if (lua_type(L, 1) == LUA_TSTRING) mocklua_charge_bytes(L, lua_rawlen(L, 1));
  lua_pushboolean(L, lua_rawequal(L, 1, 2));
  return 1;
}

/*
 * The raw functions would bypass the data of the runtime's views (views.lua), whose tables are empty. For a view, they
 * behave as they do for an ordinary table with the same data.
 */
static bool is_view(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  int type = luaL_getmetafield(L, 1, "__next");
  if (type != LUA_TNIL) lua_pop(L, 1);
  return type == LUA_TFUNCTION;
}

static int base_rawget(lua_State *L) {
  bool is_ours = is_view(L);
  luaL_checkany(L, 2);
  lua_settop(L, 2);
  if (is_ours) {
    lua_gettable(L, 1);
  } else {
    lua_rawget(L, 1);
  }
  return 1;
}

static int base_rawset(lua_State *L) {
  bool is_ours = is_view(L);
  luaL_checkany(L, 2);
  luaL_checkany(L, 3);
  lua_settop(L, 3);
  if (is_ours) {
    lua_settable(L, 1);
  } else {
    lua_rawset(L, 1);
  }
  lua_settop(L, 1);
  return 1;
}

static int base_rawlen(lua_State *L) {
  if (lua_type(L, 1) == LUA_TTABLE && is_view(L)) {
    lua_pushinteger(L, luaL_len(L, 1));
    return 1;
  }
  int type = lua_type(L, 1);
  luaL_argexpected(L, type == LUA_TTABLE || type == LUA_TSTRING, 1, "table or string");
  lua_pushinteger(L, (lua_Integer)lua_rawlen(L, 1));
  return 1;
}

static int base_select(lua_State *L) {
  int count = lua_gettop(L);
  if (lua_type(L, 1) == LUA_TSTRING && *lua_tostring(L, 1) == '#') {
    lua_pushinteger(L, count - 1);
    return 1;
  }
  mocklua_charge_values(L, (size_t)count / 8);
  lua_Integer position = luaL_checkinteger(L, 1);
  if (position < 0) {
    position += count;
  } else if (position > count) {
    position = count;
  }
  luaL_argcheck(L, position >= 1, 1, "index out of range");
  return count - (int)position;
}

/* Warnings are ignored. */
static int base_warn(lua_State *L) {
  mocklua_Work work = mocklua_work(L);
  luaL_checkstring(L, 1);
  for (int i = 2; i <= lua_gettop(L); i++) {
    luaL_checkstring(L, i);
    mocklua_step(&work);
  }
  return 0;
}

void mocklua_open_base(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"collectgarbage", base_collectgarbage},
      {"getmetatable", base_getmetatable},
      {"rawequal", base_rawequal},
      {"rawget", base_rawget},
      {"rawlen", base_rawlen},
      {"rawset", base_rawset},
      {"select", base_select},
      {"setmetatable", base_setmetatable},
      {"tostring", base_tostring},
      {"type", base_type},
      {"warn", base_warn},
      {NULL, NULL},
  };
  luaL_setfuncs(L, functions, 0);
}
