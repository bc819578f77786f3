/*
 * The functions of `table`, like Lua's own.
 *
 * Lengths come from `__len`, which can return any value. Each element is charged when it is processed, so that a
 * function is stopped long before it has processed a trillion of them.
 */
#include "library.h"

/* The abilities that a value needs to be used as a table. */
enum { READS = 1, WRITES = 2, MEASURES = 4 };

/* [-0, +0, v] */
static bool has_metamethod(lua_State *L, int metatable, const char *name) {
  lua_pushstring(L, name);
  bool is_there = lua_rawget(L, metatable) != LUA_TNIL;
  lua_pop(L, 1);
  return is_there;
}

static void check_table(lua_State *L, int index, int abilities) {
  if (lua_type(L, index) == LUA_TTABLE) return;
  bool is_able = lua_getmetatable(L, index);
  if (is_able) {
    int metatable = lua_gettop(L);
    is_able = (!(abilities & READS) || has_metamethod(L, metatable, "__index")) &&
              (!(abilities & WRITES) || has_metamethod(L, metatable, "__newindex")) &&
              (!(abilities & MEASURES) || has_metamethod(L, metatable, "__len"));
    lua_pop(L, 1);
  }
  if (!is_able) luaL_checktype(L, index, LUA_TTABLE);
}

lua_Integer mocklua_table_length(lua_State *L, int index, bool is_written) {
  if (lua_type(L, index) == LUA_TTABLE) {
    if (!lua_getmetatable(L, index)) return (lua_Integer)lua_rawlen(L, index);
    lua_pop(L, 1);
  }
  check_table(L, index, MEASURES | READS | (is_written ? WRITES : 0));
  return luaL_len(L, index);
}

bool mocklua_edit_view(lua_State *L, const char *word) {
  if (lua_type(L, 1) != LUA_TTABLE) return false;
  if (luaL_getmetafield(L, 1, "__edit") == LUA_TNIL) return false;
  lua_insert(L, 1);
  lua_pushstring(L, word);
  lua_insert(L, 2);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return true;
}

/* Adds without undefined overflow, because lengths can be any integer. */
static lua_Integer plus_one(lua_Integer n) { return (lua_Integer)((lua_Unsigned)n + 1); }

static int table_insert(lua_State *L) {
  if (mocklua_edit_view(L, "insert")) return lua_gettop(L);
  lua_Integer end = plus_one(mocklua_table_length(L, 1, true)), position = end;
  switch (lua_gettop(L)) {
    case 2: break;
    case 3: {
      position = luaL_checkinteger(L, 2);
      luaL_argcheck(L, (lua_Unsigned)position - 1 < (lua_Unsigned)end, 2,
                    "position out of bounds");
      mocklua_Work work = mocklua_work(L);
      for (lua_Integer i = end; i > position; i--) {
        lua_geti(L, 1, i - 1);
        lua_seti(L, 1, i);
        mocklua_step(&work);
      }
      mocklua_settle(&work);
      break;
    }
    default: return luaL_error(L, "wrong number of arguments to 'insert'");
  }
  lua_seti(L, 1, position);
  return 0;
}

/* A table that had an element was a list, and stays a list when it becomes empty, so that its data is `[]`. */
static void mark_emptied(lua_State *L) {
  if (lua_getmetatable(L, 1)) {
    lua_pop(L, 1);
    return;
  }
  lua_pushnil(L);
  if (lua_next(L, 1)) {
    lua_pop(L, 2);
    return;
  }
  lua_pushvalue(L, 1);
  mocklua_mark_array(L);
  lua_pop(L, 1);
}

static int table_remove(lua_State *L) {
  if (mocklua_edit_view(L, "remove")) return lua_gettop(L);
  lua_Integer length = mocklua_table_length(L, 1, true);
  lua_Integer position = luaL_optinteger(L, 2, length);
  if (position != length) {
    luaL_argcheck(L, (lua_Unsigned)position - 1 <= (lua_Unsigned)length, 2,
                  "position out of bounds");
  }
  lua_geti(L, 1, position);
  mocklua_Work work = mocklua_work(L);
  for (; position < length; position++) {
    lua_geti(L, 1, position + 1);
    lua_seti(L, 1, position);
    mocklua_step(&work);
  }
  lua_pushnil(L);
  lua_seti(L, 1, position);
  mocklua_settle(&work);
  if (length == 1 && lua_type(L, 1) == LUA_TTABLE) mark_emptied(L);
  return 1;
}

static int table_move(lua_State *L) {
  lua_Integer first = luaL_checkinteger(L, 2), last = luaL_checkinteger(L, 3);
  lua_Integer to = luaL_checkinteger(L, 4);
  int target = lua_isnoneornil(L, 5) ? 1 : 5;
  check_table(L, 1, READS);
  check_table(L, target, WRITES);
  if (last >= first) {
    luaL_argcheck(L, first > 0 || last < LUA_MAXINTEGER + first, 3, "too many elements to move");
    lua_Integer count = last - first + 1;
    luaL_argcheck(L, to <= LUA_MAXINTEGER - count + 1, 4, "destination wrap around");
    bool is_elsewhere = target != 1 && !lua_compare(L, 1, target, LUA_OPEQ);
    bool goes_up = to > last || to <= first || is_elsewhere; /* overwrites nothing still to be moved */
    mocklua_Work work = mocklua_work(L);
    for (lua_Integer i = 0; i < count; i++) {
      lua_Integer offset = goes_up ? i : count - 1 - i;
      lua_geti(L, 1, first + offset);
      lua_seti(L, target, to + offset);
      mocklua_step(&work);
    }
    mocklua_settle(&work);
  }
  lua_pushvalue(L, target);
  return 1;
}

/* concat */

/* The stack slot in which `concat` keeps the value being copied, between its arguments and its buffer. */
#define KEPT 5

static void add_element(lua_State *L, luaL_Buffer *result, mocklua_Work *work, lua_Integer i) {
  lua_geti(L, 1, i);
  if (!lua_isstring(L, -1)) {
    luaL_error(L, "invalid value (%s) at index %I in table for 'concat'", luaL_typename(L, -1),
               (LUAI_UACINT)i);
  }
  size_t count = lua_rawlen(L, -1); /* 0 for a number */
  if (count < MOCKLUA_SLICE) {
    mocklua_spend_bytes(work, count);
    luaL_addvalue(result);
  } else {
    lua_replace(L, KEPT);
    mocklua_add_bytes(work, result, lua_tostring(L, KEPT), count);
  }
}

static int table_concat(lua_State *L) {
  lua_Integer last = mocklua_table_length(L, 1, false);
  size_t count;
  const char *separator = luaL_optlstring(L, 2, "", &count);
  lua_Integer i = luaL_optinteger(L, 3, 1);
  last = luaL_optinteger(L, 4, last);
  mocklua_Work work = mocklua_work(L);
  lua_settop(L, KEPT);
  luaL_Buffer result;
  luaL_buffinit(L, &result);
  for (; i < last; i++) {
    add_element(L, &result, &work, i);
    if (count > 0) mocklua_add_bytes(&work, &result, separator, count);
  }
  if (i == last) add_element(L, &result, &work, i);
  luaL_pushresult(&result);
  mocklua_settle(&work);
  return 1;
}

/* pack and unpack */

static int table_pack(lua_State *L) {
  int count = lua_gettop(L);
  mocklua_charge_values(L, (size_t)count);
  lua_createtable(L, count, 1);
  lua_insert(L, 1);
  for (int i = count; i >= 1; i--) lua_seti(L, 1, i);
  lua_pushinteger(L, count);
  lua_setfield(L, 1, "n");
  return 1;
}

static int table_unpack(lua_State *L) {
  lua_Integer first = luaL_optinteger(L, 2, 1);
  lua_Integer last = lua_isnoneornil(L, 3) ? luaL_len(L, 1) : luaL_checkinteger(L, 3);
  if (first > last) return 0;
  lua_Unsigned beyond = (lua_Unsigned)last - (lua_Unsigned)first;
  if (beyond >= INT_MAX || !lua_checkstack(L, (int)beyond + 1)) {
    return luaL_error(L, "too many results to unpack");
  }
  mocklua_Work work = mocklua_work(L);
  for (lua_Unsigned i = 0; i <= beyond; i++) {
    lua_geti(L, 1, (lua_Integer)((lua_Unsigned)first + i));
    mocklua_step(&work);
  }
  mocklua_settle(&work);
  return (int)beyond + 1;
}

void mocklua_open_table(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"concat", table_concat}, {"insert", table_insert}, {"move", table_move},
      {"pack", table_pack},     {"remove", table_remove}, {"unpack", table_unpack},
      {NULL, NULL},
  };
  luaL_setfuncs(L, functions, 0);
}
