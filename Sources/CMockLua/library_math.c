/*
 * The functions of `math` that replace Lua's own: those that go through all their arguments, the type, and the seed. All
 * others work on one or two numbers.
 */
#include "library.h"

/* Returns the first or last argument in the order of `<`, which also applies to strings. */
static int pick(lua_State *L, bool is_max) {
  int count = lua_gettop(L), best = 1;
  luaL_argcheck(L, count >= 1, 1, "value expected");
  mocklua_Work work = mocklua_work(L);
  for (int i = 2; i <= count; i++) {
    mocklua_spend_bytes(&work, lua_type(L, i) == LUA_TSTRING ? lua_rawlen(L, i) : 0);
    if (is_max ? lua_compare(L, best, i, LUA_OPLT) : lua_compare(L, i, best, LUA_OPLT)) best = i;
  }
  mocklua_settle(&work);
  lua_pushvalue(L, best);
  return 1;
}

static int math_max(lua_State *L) { return pick(L, true); }

static int math_min(lua_State *L) { return pick(L, false); }

/*
 * math.randomseed([x [, y]]) returns the two parts of the seed. Without arguments, Lua's own function would use the
 * time and an address. This one uses the state's seed. Its upvalues are the generator, which Lua's own function expects
 * there, and Lua's own function.
 */
static int math_randomseed(lua_State *L) {
  if (lua_gettop(L) == 0) {
    lua_pushinteger(L, (lua_Integer)mocklua_owner(L)->options.random_seed);
  }
  return lua_tocfunction(L, lua_upvalueindex(2))(L);
}

static int math_type(lua_State *L) {
  size_t count;
  luaL_checkany(L, 1);
  if (lua_type(L, 1) == LUA_TNUMBER) {
    lua_pushstring(L, lua_isinteger(L, 1) ? "integer" : "float");
  } else if (mocklua_to_exact(L, 1, &count) != NULL) {
    lua_pushliteral(L, "integer");
  } else {
    luaL_pushfail(L);
  }
  return 1;
}

void mocklua_open_math(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"max", math_max}, {"min", math_min}, {"type", math_type}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
  lua_getfield(L, -1, "randomseed");
  lua_getupvalue(L, -1, 1);
  lua_insert(L, -2);
  lua_pushcclosure(L, math_randomseed, 2);
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "randomseed");
  lua_call(L, 0, 0);
}
