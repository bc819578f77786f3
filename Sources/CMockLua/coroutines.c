/*
 * The coroutine library for scripts, with Lua's own semantics and three additions.
 *
 * A limit error passes through every resumption. Each resumption is charged.
 *
 * A host function can wait inside coroutines. All coroutines up to the run that the host started then yield, and
 * continue in the same place when the host function is done. This requires that all threads in the chain can yield
 * (`can_wait`), and that no other code resumes them in the meantime. For this purpose, each wait has a ticket, which is
 * granted only when the host resumes the run (host.c). If a script resumes a waiting thread instead, the innermost
 * thread yields again, and the threads around it do the same (`is_refusing`).
 *
 * A suspended coroutine is closed by resuming it: the function that yielded raises nil, which protected calls pass on
 * (protected.c). Calling only `lua_resetthread` would have two problems in Lua 5.4.4. It keeps the message handler of
 * an `xpcall`, which then calls the value in its stack slot. It also resets the count of C levels.
 */
#include "internal.h"

/* The cost of a resumption, from the instruction budget. */
#define RESUME_CHARGE 20

static const char waits_message[] =
    "a coroutine that waits for a service or a delay cannot be %s; it resumes automatically";

static lua_State *check_coroutine(lua_State *L) {
  lua_State *co = lua_tothread(L, 1);
  luaL_argexpected(L, co, 1, "coroutine");
  return co;
}

/* closing */

mocklua_Closing *mocklua_closing_of(lua_State *L) {
  mocklua_Closing *closing = mocklua_owner(L)->closing;
  while (closing != NULL && closing->co != L) closing = closing->outer;
  return closing;
}

/* Runs `co` for thread L. If `can_wait` is false, it must not wait. */
static int run_thread(lua_State *L, lua_State *co, int arguments, bool can_wait, int *results) {
  mocklua_State *state = mocklua_owner(L);
  lua_State *resumer = state->running;
  bool outer_can_wait = state->can_wait;
  state->running = co;
  state->can_wait = can_wait;
  state->awaited = 0;
  state->is_refusing = false;
  mocklua_keep_pace(co);
  int status = lua_resume(co, L, arguments, results);
  state->running = resumer;
  mocklua_keep_pace(L);
  state->can_wait = outer_can_wait;
  if (mocklua_is_killed(state)) {
    mocklua_mark_stopped(co);
    mocklua_stop(L);
  }
  if (status == LUA_ERRMEM) mocklua_kill(L, MOCKLUA_LIMIT_MEMORY);
  return status;
}

/* Unwinds the protected calls of a suspended thread, which is dead afterwards. */
static void unwind(lua_State *L, lua_State *co) {
  int results;
  int status = run_thread(L, co, 0, false, &results);
  if (status != LUA_YIELD) return;
  mocklua_State *state = mocklua_owner(L);
  state->closing = state->closing->outer;
  state->is_refusing = false;
  luaL_error(L, waits_message, "closed");
}

/*
 * Ends a thread that isn't running, and closes its to-be-closed variables, which must not yield. Returns Lua's status.
 * An error value is left on the thread's stack.
 */
int mocklua_close_thread(lua_State *L, lua_State *co) {
  mocklua_State *state = mocklua_owner(L);
  mocklua_check_c_stack(L);
  mocklua_Closing closing = {co, ++state->closings, state->closing};
  state->closing = &closing;
  if (lua_status(co) == LUA_YIELD) unwind(L, co);
  lua_State *resumer = state->running;
  bool can_wait = state->can_wait;
  state->running = co;
  state->can_wait = false;
  int status = lua_resetthread(co);
  state->running = resumer;
  state->can_wait = can_wait;
  state->closing = closing.outer;
  if (mocklua_is_killed(state)) {
    mocklua_mark_stopped(co);
    mocklua_stop(L);
  }
  if (status == LUA_ERRMEM) mocklua_kill(L, MOCKLUA_LIMIT_MEMORY);
  return status;
}

static const char *status_of(lua_State *L, lua_State *co) {
  lua_Debug frame;
  if (co == L) return "running";
  if (mocklua_is_stopped(co)) return "dead";
  if (lua_status(co) == LUA_YIELD) return "suspended";
  if (lua_status(co) != LUA_OK) return "dead";
  if (lua_getstack(co, 0, &frame)) return "normal";
  return lua_gettop(co) == 0 ? "dead" : "suspended";
}

static int coroutine_status(lua_State *L) {
  lua_State *co = check_coroutine(L);
  lua_pushstring(L, status_of(L, co));
  return 1;
}

/* close(co) -> true | false, error */
static int coroutine_close(lua_State *L) {
  lua_State *co = check_coroutine(L);
  const char *status = status_of(L, co);
  if (status[0] == 'r' || status[0] == 'n') {
    return luaL_error(L, "cannot close a %s coroutine", status);
  }
  if (mocklua_is_stopped(co)) {
    lua_pushboolean(L, 0);
    lua_pushliteral(L, "a limit has stopped this coroutine");
    return 2;
  }
  bool was_suspended = lua_status(co) == LUA_YIELD;
  mocklua_charge(L, RESUME_CHARGE);
  int result = mocklua_close_thread(L, co);
  if (result == LUA_OK || (was_suspended && lua_isnil(co, -1))) {
    lua_settop(co, 0);
    lua_pushboolean(L, 1);
    return 1;
  }
  lua_pushboolean(L, 0);
  lua_xmove(co, L, 1);
  return 2;
}

/* resuming */

/* Copies the error value of a dead thread to L. The thread keeps its copy for variables that are still to be closed. */
void mocklua_copy_error(lua_State *L, lua_State *co) {
  if (lua_checkstack(co, 1)) { /* a dead thread may have no free slot */
    lua_pushvalue(co, -1);
    lua_xmove(co, L, 1);
  } else {
    lua_pushliteral(L, "not enough memory");
  }
}

/* Moves the results, or the error value, from `co` to L. Returns their count, or -1 on an error. */
static int resume(lua_State *L, lua_State *co, int arguments) {
  mocklua_State *state = mocklua_owner(L);
  mocklua_charge(L, RESUME_CHARGE);
  mocklua_check_c_stack(L);
  if (mocklua_is_stopped(co)) {
    lua_pushliteral(L, "cannot resume dead coroutine");
    return -1;
  }
  if (!lua_checkstack(co, arguments)) {
    lua_pushliteral(L, "too many arguments to resume");
    return -1;
  }
  lua_xmove(L, co, arguments);
  int results;
  int status = run_thread(L, co, arguments, state->can_wait && lua_isyieldable(L), &results);
  if (status == LUA_OK || status == LUA_YIELD) {
    if (!lua_checkstack(L, results + 1)) {
      lua_pop(co, results);
      lua_pushliteral(L, "too many results to resume");
      return -1;
    }
    lua_xmove(co, L, results);
    return results;
  }
  if (lua_status(co) == LUA_OK) { /* it couldn't be resumed, so there is nothing to close */
    lua_xmove(co, L, 1);
  } else {
    mocklua_copy_error(L, co);
  }
  return -1;
}

/* Returns whether the resumed thread stopped because a host function within it is waiting. */
static bool waits(mocklua_State *state, int results) {
  return results == 0 && (state->awaited != 0 || state->is_refusing);
}

/*
 * Completes a resumption. Returns -1 or the number of results, like `resume`. If a host function is waiting within the
 * coroutine, L yields, and `go_on` continues with the current stack top. `is_waiting` is true if L has already yielded
 * here and is waiting; otherwise, a script is resuming a coroutine now.
 */
static int settle(lua_State *L, int results, lua_KFunction go_on, bool is_waiting) {
  mocklua_State *state = mocklua_owner(L);
  if (!waits(state, results)) return results;
  if (!state->is_refusing || is_waiting) return lua_yieldk(L, 0, lua_gettop(L), go_on);
  state->is_refusing = false;
  lua_pushfstring(L, waits_message, "resumed");
  return -1;
}

/* Resumes the thread that L is waiting for, or refuses if L itself is being closed. */
static int go_on(lua_State *L, lua_State *co, lua_KContext top, lua_KFunction again) {
  lua_settop(L, (int)top);
  if (mocklua_closing_of(L) != NULL) return mocklua_refuse(L, top, again);
  return settle(L, resume(L, co, 0), again, true);
}

int mocklua_refuse(lua_State *L, lua_KContext context, lua_KFunction again) {
  mocklua_owner(L)->is_refusing = true;
  return lua_yieldk(L, 0, context, again);
}

static int finish_resume(lua_State *L, int results) {
  lua_pushboolean(L, results >= 0);
  if (results < 0) {
    lua_insert(L, -2);
    return 2;
  }
  lua_insert(L, -(results + 1));
  return results + 1;
}

static int go_on_resuming(lua_State *L, int status, lua_KContext top) {
  (void)status;
  return finish_resume(L, go_on(L, lua_tothread(L, 1), top, go_on_resuming));
}

static int coroutine_resume(lua_State *L) {
  int results = resume(L, check_coroutine(L), lua_gettop(L) - 1);
  return finish_resume(L, settle(L, results, go_on_resuming, false));
}

/* Adds the caller's place before a message that doesn't start with it, as each level would. */
static void add_place(lua_State *L) {
  luaL_where(L, 1);
  size_t place_count, count;
  const char *place = lua_tolstring(L, -1, &place_count);
  const char *message = lua_tolstring(L, -2, &count);
  if (count >= place_count && memcmp(message, place, place_count) == 0) {
    lua_pop(L, 1);
    return;
  }
  lua_insert(L, -2);
  lua_concat(L, 2);
}

static int finish_wrapped(lua_State *L, int results) {
  if (results >= 0) return results;
  lua_State *co = lua_tothread(L, lua_upvalueindex(1));
  int status = lua_status(co);
  if (status != LUA_OK && status != LUA_YIELD && !mocklua_is_stopped(co)) {
    mocklua_close_thread(L, co); /* an error raised while closing replaces the original one */
    lua_xmove(co, L, 1);
  }
  if (lua_type(L, -1) == LUA_TSTRING) add_place(L);
  return lua_error(L);
}

static int go_on_wrapped(lua_State *L, int status, lua_KContext top) {
  (void)status;
  return finish_wrapped(L, go_on(L, lua_tothread(L, lua_upvalueindex(1)), top, go_on_wrapped));
}

static int call_wrapped(lua_State *L) {
  int results = resume(L, lua_tothread(L, lua_upvalueindex(1)), lua_gettop(L));
  return finish_wrapped(L, settle(L, results, go_on_wrapped, false));
}

static int coroutine_wrap(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_State *co = lua_newthread(L);
  lua_pushvalue(L, 1);
  lua_xmove(L, co, 1);
  lua_pushcclosure(L, call_wrapped, 1);
  return 1;
}

/* yielding */

static int after_yield(lua_State *L, int status, lua_KContext context) {
  (void)status;
  (void)context;
  if (mocklua_closing_of(L) != NULL) {
    lua_pushnil(L);
    return lua_error(L);
  }
  return lua_gettop(L);
}

static int coroutine_yield(lua_State *L) {
  if (mocklua_closing_of(L) != NULL) {
    return luaL_error(L, "attempt to yield across a C-call boundary");
  }
  return lua_yieldk(L, lua_gettop(L), 0, after_yield);
}

void mocklua_open_coroutines(lua_State *L) {
  static const luaL_Reg replaced[] = {
      {"resume", coroutine_resume}, {"wrap", coroutine_wrap},     {"close", coroutine_close},
      {"yield", coroutine_yield},   {"status", coroutine_status}, {NULL, NULL},
  };
  luaL_requiref(L, LUA_COLIBNAME, luaopen_coroutine, 1);
  luaL_setfuncs(L, replaced, 0);
  lua_pop(L, 1);
}
