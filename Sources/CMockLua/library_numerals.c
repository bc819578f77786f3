/*
 * `tonumber`, and arithmetic on strings that contain numbers.
 *
 * Lua reads a numeral in one pass without checking the limits, so numerals that are longer than any number needs are
 * rejected. The spaces around them can have any length.
 */
#include "library.h"

#define LONGEST_NUMERAL MOCKLUA_SLICE

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* Pushes the number that the string at `index` contains. Otherwise, pushes nothing. */
static bool push_numeral(lua_State *L, int index) {
  size_t count;
  const char *text = lua_tolstring(L, index, &count);
  if (count <= LONGEST_NUMERAL) return lua_stringtonumber(L, text) == count + 1;
  mocklua_Work work = mocklua_work(L);
  const char *end = text + count;
  for (; text < end && is_space(*text); text++) mocklua_step(&work);
  for (; text < end && is_space(end[-1]); end--) mocklua_step(&work);
  count = (size_t)(end - text);
  if (count > LONGEST_NUMERAL) return false;
  text = lua_pushlstring(L, text, count);
  bool is_number = lua_stringtonumber(L, text) == count + 1;
  lua_remove(L, is_number ? -2 : -1);
  return is_number;
}

/* Returns the value of a digit in any base, or a large number. */
static int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return INT_MAX;
}

/* tonumber(text, base): pushes nothing if the text isn't a numeral of that base */
static bool push_numeral_of_base(lua_State *L, int base) {
  size_t count;
  const char *text = lua_tolstring(L, 1, &count), *end = text + count;
  mocklua_Work work = mocklua_work(L);
  for (; text < end && is_space(*text); text++) mocklua_step(&work);
  for (; text < end && is_space(end[-1]); end--) mocklua_step(&work);
  bool is_negative = text < end && *text == '-';
  if (is_negative || (text < end && *text == '+')) text++;
  if (text == end) return false;
  lua_Unsigned number = 0;
  for (; text < end; text++) {
    int digit = digit_value(*text);
    if (digit >= base) return false;
    number = number * (lua_Unsigned)base + (lua_Unsigned)digit;
    mocklua_step(&work);
  }
  lua_pushinteger(L, (lua_Integer)(is_negative ? 0 - number : number));
  return true;
}

static int base_tonumber(lua_State *L) {
  bool is_number;
  if (lua_isnoneornil(L, 2)) {
    if (lua_type(L, 1) == LUA_TNUMBER) {
      lua_settop(L, 1);
      return 1;
    }
    luaL_checkany(L, 1);
    if (mocklua_push_nearest(L, 1)) return 1;
    is_number = lua_type(L, 1) == LUA_TSTRING && push_numeral(L, 1);
  } else {
    lua_Integer base = luaL_checkinteger(L, 2);
    luaL_checktype(L, 1, LUA_TSTRING);
    luaL_argcheck(L, base >= 2 && base <= 36, 2, "base out of range");
    is_number = push_numeral_of_base(L, (int)base);
  }
  if (!is_number) luaL_pushfail(L);
  return 1;
}

/* Pushes an operand as a number, if it is a number or a string with a number. */
static bool push_operand(lua_State *L, int index) {
  if (lua_type(L, index) == LUA_TSTRING) return push_numeral(L, index);
  lua_pushvalue(L, index);
  return lua_type(L, index) == LUA_TNUMBER;
}

/* A metamethod of strings. Its upvalues are the operation and the metamethod's name. */
static int calculate(lua_State *L) {
  if (push_operand(L, 1) && push_operand(L, 2)) {
    lua_arith(L, (int)lua_tointeger(L, lua_upvalueindex(1)));
    return 1;
  }
  lua_settop(L, 2);
  const char *name = lua_tostring(L, lua_upvalueindex(2));
  if (lua_type(L, 2) == LUA_TSTRING || luaL_getmetafield(L, 2, name) == LUA_TNIL) {
    return luaL_error(L, "attempt to %s a '%s' with a '%s'", name + 2, luaL_typename(L, -2),
                      luaL_typename(L, -1));
  }
  lua_insert(L, -3); /* the metamethod of the other operand */
  lua_call(L, 2, 1);
  return 1;
}

/* Replaces the operations in the metatable of strings, which is on top. [-0, +0, m] */
static void open_arithmetic(lua_State *L) {
  static const struct {
    const char *name;
    int operation;
  } operations[] = {
      {"__add", LUA_OPADD}, {"__sub", LUA_OPSUB}, {"__mul", LUA_OPMUL},   {"__mod", LUA_OPMOD},
      {"__pow", LUA_OPPOW}, {"__div", LUA_OPDIV}, {"__idiv", LUA_OPIDIV}, {"__unm", LUA_OPUNM},
  };
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
    lua_pushinteger(L, operations[i].operation);
    lua_pushstring(L, operations[i].name);
    lua_pushcclosure(L, calculate, 2);
    lua_setfield(L, -2, operations[i].name);
  }
}

void mocklua_open_numerals(lua_State *L) {
  lua_pushcfunction(L, base_tonumber);
  lua_setfield(L, -2, "tonumber");
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  open_arithmetic(L);
  lua_pop(L, 2);
}
