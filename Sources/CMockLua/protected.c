/*
 * `pcall` and `xpcall`, with Lua's own semantics, except that they catch neither limits nor the closing of a coroutine.
 */
#include "internal.h"

/*
 * The context of a protected call: the number of values below the results that aren't returned (0 or 2), and the number
 * of closings before the call. Closing a thread unwinds the protected calls that began before the closing.
 */
static lua_KContext context(lua_State *L, int kept) {
  return mocklua_owner(L)->closings << 2 | kept;
}

static bool is_left(lua_State *L, lua_KContext closings) {
  mocklua_Closing *closing = mocklua_closing_of(L);
  return closing != NULL && closings < closing->number;
}

/* After catching an error, Lua goes through all functions below to see how much of the stack is in use. */
static void charge_depth(lua_State *L) {
  lua_Debug frame;
  int depth = 64;
  while (lua_getstack(L, depth, &frame)) depth *= 2;
  mocklua_charge(L, (uint64_t)depth);
}

/* Continues unwinding if the script must not catch the error. The error value is on top. */
static void pass_on(lua_State *L, int status, lua_KContext closings) {
  mocklua_State *state = mocklua_owner(L);
  if (mocklua_is_killed(state)) mocklua_stop(L);
  if (status == LUA_ERRMEM) mocklua_kill(L, MOCKLUA_LIMIT_MEMORY);
  charge_depth(L);
  if (!is_left(L, closings)) return;
  lua_error(L);
}

/* [-0, +n, e] of pcall and xpcall */
static int finish_protected(lua_State *L, int status, lua_KContext context) {
  if (status == LUA_OK || status == LUA_YIELD) return lua_gettop(L) - (int)(context & 3);
  pass_on(L, status, context >> 2);
  lua_pushboolean(L, 0);
  lua_pushvalue(L, -2);
  return 2;
}

static int protected_call(lua_State *L) {
  luaL_checkany(L, 1);
  mocklua_check_c_stack(L);
  lua_pushboolean(L, 1);
  lua_insert(L, 1);
  lua_KContext kept = context(L, 0);
  int status = lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, kept, finish_protected);
  return finish_protected(L, status, kept);
}

/* Wraps a script's message handler, so that it is called only for the script's own errors. */
static int guard_handler(lua_State *L) {
  if (mocklua_is_killed(mocklua_owner(L))) return 1;
  if (is_left(L, (lua_KContext)lua_tointeger(L, lua_upvalueindex(2)))) return 1;
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

static int protected_call_with_handler(lua_State *L) {
  int arguments = lua_gettop(L) - 2;
  luaL_checktype(L, 2, LUA_TFUNCTION);
  mocklua_check_c_stack(L);
  lua_pushvalue(L, 2);
  lua_pushinteger(L, mocklua_owner(L)->closings);
  lua_pushcclosure(L, guard_handler, 2);
  lua_replace(L, 2);
  lua_pushboolean(L, 1);
  lua_pushvalue(L, 1);
  lua_rotate(L, 3, 2);
  lua_KContext kept = context(L, 2);
  int status = lua_pcallk(L, arguments, LUA_MULTRET, 2, kept, finish_protected);
  return finish_protected(L, status, kept);
}

void mocklua_open_protected(lua_State *L) {
  lua_register(L, "pcall", protected_call);
  lua_register(L, "xpcall", protected_call_with_handler);
}
