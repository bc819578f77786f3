/*
 * The coroutine library for scripts: Lua's own semantics, except that a limit passes through every
 * `resume` and `wrap`, that each resumption is charged, and that a host function may wait inside: then
 * every coroutine on the way waits, and goes on where it was when the host function is done.
 */
#include "internal.h"

/* What one resumption costs of the instruction budget. */
#define RESUME_CHARGE 20

/* Coroutines that close each other nest at most this deep: Lua 5.4.4 overflows its stack before it looks. */
#define MAX_CLOSING 50

/*
 * Ends a thread and closes its to-be-closed variables. What they run must not wait: the thread is no
 * longer one that anybody resumes.
 */
int mocklua_close_thread(lua_State *L, lua_State *co) {
  mocklua_State *state = mocklua_owner(L);
  state->closing++;
  int status = lua_resetthread(co);
  state->closing--;
  return status;
}

static lua_State *check_coroutine(lua_State *L) {
  lua_State *co = lua_tothread(L, 1);
  luaL_argexpected(L, co, 1, "coroutine");
  return co;
}

/* Moves the results, or the error value, from `co` to L. Returns their count, or -1 on an error. */
static int resume(lua_State *L, lua_State *co, int arguments) {
  mocklua_State *state = mocklua_owner(L);
  mocklua_charge(L, RESUME_CHARGE);
  if (!lua_checkstack(co, arguments)) {
    lua_pushliteral(L, "too many arguments to resume");
    return -1;
  }
  lua_xmove(L, co, arguments);
  lua_State *resumer = state->running;
  int results;
  state->running = co;
  int status = lua_resume(co, L, arguments, &results);
  state->running = resumer;
  if (status == LUA_OK || status == LUA_YIELD) {
    if (!lua_checkstack(L, results + 1)) {
      lua_pop(co, results);
      lua_pushliteral(L, "too many results to resume");
      return -1;
    }
    lua_xmove(co, L, results);
    return results;
  }
  lua_xmove(co, L, 1);
  if (status == LUA_ERRMEM && state->killed == MOCKLUA_LIMIT_NONE) {
    mocklua_kill(L, MOCKLUA_LIMIT_MEMORY);
  }
  if (state->killed != MOCKLUA_LIMIT_NONE) lua_error(L);
  return -1;
}

/* Whether the coroutine that was resumed stopped because a host function waits within it. */
static bool waits(lua_State *L, lua_State *co, int results) {
  mocklua_State *state = mocklua_owner(L);
  return results == 0 && state->is_awaiting && lua_status(co) == LUA_YIELD;
}

static int finish_resume(lua_State *L, int results);

static int go_on_resuming(lua_State *L, int status, lua_KContext context) {
  (void)status;
  lua_settop(L, (int)context);
  return finish_resume(L, resume(L, lua_tothread(L, 1), 0));
}

static int finish_resume(lua_State *L, int results) {
  if (waits(L, lua_tothread(L, 1), results)) {
    return lua_yieldk(L, 0, lua_gettop(L), go_on_resuming);
  }
  if (results < 0) {
    lua_pushboolean(L, 0);
    lua_insert(L, -2);
    return 2;
  }
  lua_pushboolean(L, 1);
  lua_insert(L, -(results + 1));
  return results + 1;
}

static int coroutine_resume(lua_State *L) {
  lua_State *co = check_coroutine(L);
  return finish_resume(L, resume(L, co, lua_gettop(L) - 1));
}

static int finish_wrapped(lua_State *L, int results);

static int go_on_wrapped(lua_State *L, int status, lua_KContext context) {
  (void)status;
  lua_settop(L, (int)context);
  return finish_wrapped(L, resume(L, lua_tothread(L, lua_upvalueindex(1)), 0));
}

static int finish_wrapped(lua_State *L, int results) {
  lua_State *co = lua_tothread(L, lua_upvalueindex(1));
  if (waits(L, co, results)) return lua_yieldk(L, 0, lua_gettop(L), go_on_wrapped);
  if (results >= 0) return results;
  int status = lua_status(co);
  if (status != LUA_OK && status != LUA_YIELD) {
    mocklua_close_thread(L, co);
    lua_settop(co, 0);
  }
  if (lua_type(L, -1) == LUA_TSTRING) { /* where the wrapped function was called, as Lua does */
    luaL_where(L, 1);
    lua_insert(L, -2);
    lua_concat(L, 2);
  }
  return lua_error(L);
}

static int call_wrapped(lua_State *L) {
  lua_State *co = lua_tothread(L, lua_upvalueindex(1));
  return finish_wrapped(L, resume(L, co, lua_gettop(L)));
}

/* Whether the coroutine neither runs nor has resumed the one that runs. */
static bool is_at_rest(lua_State *L, lua_State *co) {
  lua_Debug frame;
  return co != L && (lua_status(co) != LUA_OK || lua_getstack(co, 0, &frame) == 0);
}

static int coroutine_close(lua_State *L) {
  lua_State *co = check_coroutine(L);
  if (!is_at_rest(L, co)) return luaL_error(L, "cannot close a running coroutine");
  if (mocklua_owner(L)->closing >= MAX_CLOSING) {
    return luaL_error(L, "coroutines close each other too deep");
  }
  int status = mocklua_close_thread(L, co);
  if (mocklua_owner(L)->killed != MOCKLUA_LIMIT_NONE) {
    mocklua_kill(L, mocklua_owner(L)->killed);
  }
  lua_pushboolean(L, status == LUA_OK);
  if (status == LUA_OK) return 1;
  lua_xmove(co, L, 1);
  return 2;
}

static int coroutine_wrap(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_State *co = lua_newthread(L);
  lua_pushvalue(L, 1);
  lua_xmove(L, co, 1);
  lua_pushcclosure(L, call_wrapped, 1);
  return 1;
}

void mocklua_open_coroutines(lua_State *L) {
  luaL_requiref(L, LUA_COLIBNAME, luaopen_coroutine, 1);
  lua_pushcfunction(L, coroutine_resume);
  lua_setfield(L, -2, "resume");
  lua_pushcfunction(L, coroutine_wrap);
  lua_setfield(L, -2, "wrap");
  lua_pushcfunction(L, coroutine_close);
  lua_setfield(L, -2, "close");
  lua_pop(L, 1);
}
