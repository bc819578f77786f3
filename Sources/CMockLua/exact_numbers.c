/*
 * Whole numbers beyond 64 bits, with all their digits.
 *
 * Lua's integers have 64 bits, and its floats would round such a number, for example an identifier in a request. Here
 * it is a userdata that keeps the digits as text. Calculating with it and comparing it with a number uses the nearest
 * float. Only the host creates such numbers. The same digits are always the same object as long as it is alive, so they
 * are equal, and find each other as keys of a table.
 */
#include <stdlib.h>

#include "internal.h"

#define EXACT_NAME "exact number"
/* The registry key of the live numbers, by their digits. */
#define LIVE_NAME "mocklua.exact"

const char *mocklua_to_exact(lua_State *L, int index, size_t *count) {
  const char *digits = luaL_testudata(L, index, EXACT_NAME);
  if (digits != NULL) *count = lua_rawlen(L, index);
  return digits;
}

void mocklua_push_exact(lua_State *L, const char *digits, size_t count) {
  luaL_checkstack(L, 5, "an exact number");
  lua_getfield(L, LUA_REGISTRYINDEX, LIVE_NAME);
  lua_pushlstring(L, digits, count);
  lua_pushvalue(L, -1);
  if (lua_rawget(L, -3) == LUA_TNIL) {
    lua_pop(L, 1);
    memcpy(lua_newuserdatauv(L, count, 0), digits, count);
    luaL_setmetatable(L, EXACT_NAME);
    lua_pushvalue(L, -2);
    lua_pushvalue(L, -2);
    lua_rawset(L, -5);
  }
  lua_replace(L, -3);
  lua_pop(L, 1);
}

bool mocklua_push_nearest(lua_State *L, int index) {
  size_t count;
  const char *digits = mocklua_to_exact(L, index, &count);
  if (digits == NULL) return false;
  lua_pushlstring(L, digits, count);
  lua_pushnumber(L, strtod(lua_tostring(L, -1), NULL));
  lua_remove(L, -2);
  return true;
}

static int describe(lua_State *L) {
  size_t count;
  const char *digits = mocklua_to_exact(L, 1, &count);
  luaL_argexpected(L, digits != NULL, 1, EXACT_NAME);
  lua_pushlstring(L, digits, count);
  return 1;
}

static void push_operand(lua_State *L, int index) {
  if (mocklua_push_nearest(L, index)) return;
  lua_pushvalue(L, index);
  if (lua_type(L, -1) == LUA_TSTRING && lua_stringtonumber(L, lua_tostring(L, -1)) != 0) lua_remove(L, -2);
  if (lua_type(L, -1) != LUA_TNUMBER) {
    luaL_error(L, "attempt to perform arithmetic on a number and a %s", luaL_typename(L, index));
  }
}

/* A metamethod. Its upvalue is the operation. */
static int calculate(lua_State *L) {
  int operation = (int)lua_tointeger(L, lua_upvalueindex(1));
  push_operand(L, 1);
  if (operation != LUA_OPUNM) push_operand(L, 2);
  lua_arith(L, operation);
  return 1;
}

/* Compares the digits of two whole numbers without leading zeros. */
static int order(const char *first, size_t first_count, const char *second, size_t second_count) {
  bool is_negative = first_count > 0 && first[0] == '-';
  if (is_negative != (second_count > 0 && second[0] == '-')) return is_negative ? -1 : 1;
  int result = first_count != second_count ? (first_count < second_count ? -1 : 1) : memcmp(first, second, first_count);
  return is_negative ? -result : result;
}

/* A metamethod. Its upvalue is the operation. */
static int compare(lua_State *L) {
  int operation = (int)lua_tointeger(L, lua_upvalueindex(1));
  size_t first_count, second_count;
  const char *first = mocklua_to_exact(L, 1, &first_count), *second = mocklua_to_exact(L, 2, &second_count);
  if (first != NULL && second != NULL) {
    int result = order(first, first_count, second, second_count);
    lua_pushboolean(L, operation == LUA_OPLT ? result < 0 : result <= 0);
    return 1;
  }
  for (int index = 1; index <= 2; index++) {
    if (mocklua_push_nearest(L, index)) {
      lua_replace(L, index);
    } else if (lua_type(L, index) != LUA_TNUMBER) {
      return luaL_error(L, "attempt to compare a number with a %s", luaL_typename(L, index));
    }
  }
  lua_pushboolean(L, lua_compare(L, 1, 2, operation));
  return 1;
}

static int concatenate(lua_State *L) {
  for (int index = 1; index <= 2; index++) {
    size_t count;
    const char *digits = mocklua_to_exact(L, index, &count);
    if (digits != NULL) {
      lua_pushlstring(L, digits, count);
      lua_replace(L, index);
    } else if (!lua_isstring(L, index)) {
      return luaL_error(L, "attempt to concatenate a %s value", luaL_typename(L, index));
    }
  }
  lua_concat(L, 2);
  return 1;
}

void mocklua_open_exact(lua_State *L) {
  static const struct {
    const char *name;
    lua_CFunction function;
    int operation;
  } operations[] = {
      {"__add", calculate, LUA_OPADD}, {"__sub", calculate, LUA_OPSUB},   {"__mul", calculate, LUA_OPMUL},
      {"__mod", calculate, LUA_OPMOD}, {"__pow", calculate, LUA_OPPOW},   {"__div", calculate, LUA_OPDIV},
      {"__unm", calculate, LUA_OPUNM}, {"__idiv", calculate, LUA_OPIDIV}, {"__lt", compare, LUA_OPLT},
      {"__le", compare, LUA_OPLE},
  };
  luaL_newmetatable(L, EXACT_NAME);
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
    lua_pushinteger(L, operations[i].operation);
    lua_pushcclosure(L, operations[i].function, 1);
    lua_setfield(L, -2, operations[i].name);
  }
  lua_pushcfunction(L, describe);
  lua_setfield(L, -2, "__tostring");
  lua_pushcfunction(L, concatenate);
  lua_setfield(L, -2, "__concat");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 1);
  mocklua_push_weak_values(L);
  lua_setfield(L, LUA_REGISTRYINDEX, LIVE_NAME);
}
