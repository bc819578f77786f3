/*
 * Limits: instructions, wall time, memory and interruption.
 *
 * A limit sets the state's kill flag and raises. The protected functions that scripts see are ours:
 * they raise again while the flag is set, so that no `pcall` or coroutine outlives a limit.
 */
#include <stdatomic.h>
#include <time.h>

#include "internal.h"

uint64_t mocklua_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

void mocklua_start_meter(mocklua_State *state) {
  state->meter.instructions_left =
      state->options.instruction_budget > 0 ? state->options.instruction_budget : UINT64_MAX;
  state->meter.deadline = state->options.deadline_nanoseconds > 0 ? MOCKLUA_UNSTARTED : 0;
}

static const char *limit_message(mocklua_Limit limit) {
  switch (limit) {
    case MOCKLUA_LIMIT_INSTRUCTIONS: return "the instruction budget is used up";
    case MOCKLUA_LIMIT_DEADLINE: return "the time limit has passed";
    case MOCKLUA_LIMIT_MEMORY: return "the memory limit is reached";
    case MOCKLUA_LIMIT_INTERRUPT: return "interrupted";
    case MOCKLUA_LIMIT_NONE: break;
  }
  return "stopped";
}

void mocklua_kill(lua_State *L, mocklua_Limit limit) {
  mocklua_State *state = mocklua_owner(L);
  state->killed = limit;
  lua_pushstring(L, limit_message(limit));
  lua_error(L);
}

static void tend_collector(lua_State *L, mocklua_State *state) {
  if (state->holds_collector) {
    state->holds_collector = false;
    lua_gc(L, LUA_GCRESTART);
  }
  if (state->memory_used > MOCKLUA_LARGE_STATE && !state->is_large) {
    state->is_large = true;
    lua_gc(L, LUA_GCSETPAUSE, MOCKLUA_LARGE_STATE_PAUSE);
  }
}

/* Takes instructions off the budget, looks at the clock, and lets the collector start in time. */
void mocklua_charge(lua_State *L, uint64_t instructions) {
  mocklua_State *state = mocklua_owner(L);
  if (state->killed != MOCKLUA_LIMIT_NONE) mocklua_kill(L, state->killed);
  if (state->memory_used > MOCKLUA_COLLECTOR_THRESHOLD) tend_collector(L, state);
  if (atomic_exchange(&state->interrupt_wanted, false)) mocklua_kill(L, MOCKLUA_LIMIT_INTERRUPT);
  if (state->meter.instructions_left <= instructions) {
    state->meter.instructions_left = 0;
    mocklua_kill(L, MOCKLUA_LIMIT_INSTRUCTIONS);
  }
  state->meter.instructions_left -= instructions;
  if (state->meter.deadline == 0) return;
  uint64_t now = mocklua_now();
  if (state->meter.deadline == MOCKLUA_UNSTARTED) {
    state->meter.deadline = now + state->options.deadline_nanoseconds;
  } else if (now > state->meter.deadline) {
    mocklua_kill(L, MOCKLUA_LIMIT_DEADLINE);
  }
}

static void hook(lua_State *L, lua_Debug *event) {
  (void)event;
  mocklua_charge(L, MOCKLUA_HOOK_INTERVAL);
}

/* Coroutines inherit the hook from the thread that makes them. */
void mocklua_arm(lua_State *L) { lua_sethook(L, hook, LUA_MASKCOUNT, MOCKLUA_HOOK_INTERVAL); }

void mocklua_interrupt(mocklua_State *state) { atomic_store(&state->interrupt_wanted, true); }

void mocklua_forget_interrupt(mocklua_State *state) {
  atomic_store(&state->interrupt_wanted, false);
}

/* Raises again what no script may catch; the error value is on top. */
static void pass_on_kill(lua_State *L, int status) {
  mocklua_State *state = mocklua_owner(L);
  if (status == LUA_ERRMEM && state->killed == MOCKLUA_LIMIT_NONE) {
    mocklua_kill(L, MOCKLUA_LIMIT_MEMORY);
  }
  if (state->killed != MOCKLUA_LIMIT_NONE) lua_error(L);
}

/* [-0, +n, e] of pcall and xpcall; `kept` values below the results are not returned. */
static int finish_protected(lua_State *L, int status, lua_KContext kept) {
  if (status == LUA_OK || status == LUA_YIELD) return lua_gettop(L) - (int)kept;
  pass_on_kill(L, status);
  lua_pushboolean(L, 0);
  lua_pushvalue(L, -2);
  return 2;
}

static int protected_call(lua_State *L) {
  luaL_checkany(L, 1);
  lua_pushboolean(L, 1);
  lua_insert(L, 1);
  int status = lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, finish_protected);
  return finish_protected(L, status, 0);
}

/*
 * Stands before a script's message handler. Where a limit raises from the hook, Lua runs the handler
 * with hooks switched off: an endless handler would never stop.
 */
static int guard_handler(lua_State *L) {
  if (mocklua_owner(L)->killed != MOCKLUA_LIMIT_NONE) return 1;
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

static int protected_call_with_handler(lua_State *L) {
  int arguments = lua_gettop(L) - 2;
  luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, guard_handler, 1);
  lua_replace(L, 2);
  lua_pushboolean(L, 1);
  lua_pushvalue(L, 1);
  lua_rotate(L, 3, 2);
  int status = lua_pcallk(L, arguments, LUA_MULTRET, 2, 2, finish_protected);
  return finish_protected(L, status, 2);
}

void mocklua_open_protected(lua_State *L) {
  lua_register(L, "pcall", protected_call);
  lua_register(L, "xpcall", protected_call_with_handler);
}
