/*
 * Runs: functions that the host starts on coroutines, so that they can wait for the host.
 *
 * A host function that waits yields. The script's coroutines around it yield as well (coroutines.c). The yield
 * transfers no values. When the run continues, the results are in the reply buffer, and the innermost function takes
 * them from there (host.c). It may continue only with the ticket that is granted when the host resumes the run.
 */
#include "internal.h"

/* The number of finished threads kept for later runs. */
#define MAX_POOLED 64

static int new_run(lua_State *L, mocklua_State *state) {
  int slot = 0;
  while (slot < state->run_count && state->runs[slot].co != NULL) slot++;
  if (slot == state->run_count) {
    int count = state->run_count < 8 ? 8 : state->run_count * 2;
    mocklua_Run *runs = realloc(state->runs, sizeof(mocklua_Run) * (size_t)count);
    if (runs == NULL) return luaL_error(L, "not enough memory for a coroutine");
    for (int i = state->run_count; i < count; i++) runs[i] = (mocklua_Run){0};
    state->runs = runs;
    state->run_count = count;
  }
  return slot;
}

/* Takes a pooled thread or creates a new one, with an empty stack. */
static void take_thread(lua_State *L, mocklua_State *state, mocklua_Run *run) {
  if (state->pool_count > 0) {
    run->anchor = state->pool[--state->pool_count];
    lua_rawgeti(L, LUA_REGISTRYINDEX, run->anchor);
    run->co = lua_tothread(L, -1);
    lua_pop(L, 1);
    return;
  }
  lua_State *co = lua_newthread(L);
  run->anchor = luaL_ref(L, LUA_REGISTRYINDEX);
  run->co = co;
}

/* Returns a thread that ended normally to the pool. A failed thread is released. */
static void give_thread_back(mocklua_State *state, mocklua_Run *run, bool is_reusable) {
  if (is_reusable && state->pool_count < MAX_POOLED) {
    if (state->pool_count == state->pool_capacity) {
      int capacity = state->pool_capacity == 0 ? 8 : state->pool_capacity * 2;
      int *pool = realloc(state->pool, sizeof(int) * (size_t)capacity);
      if (pool != NULL) {
        state->pool = pool;
        state->pool_capacity = capacity;
      }
    }
    if (state->pool_count < state->pool_capacity) {
      lua_settop(run->co, 0);
      state->pool[state->pool_count++] = run->anchor;
      run->co = NULL;
      return;
    }
  }
  luaL_unref(state->L, LUA_REGISTRYINDEX, run->anchor);
  run->co = NULL;
}

/* Raises the error of a run's thread in L, after recording the facts of the error while the thread's stack exists. */
static void fail_run(lua_State *L, mocklua_State *state, int slot) {
  lua_State *co = state->runs[slot].co;
  mocklua_copy_error(L, co);
  mocklua_note_error(L, co);
  mocklua_close_thread(L, co);
  give_thread_back(state, &state->runs[slot], false);
  lua_pushlightuserdata(L, (void *)&mocklua_noted_mark);
  lua_error(L);
}

/*
 * Writes the results of a run in the wire format. They are moved to L first, because nothing protects a thread that has
 * ended.
 */
static void finish_run(lua_State *L, mocklua_State *state, int slot, int results) {
  lua_State *co = state->runs[slot].co;
  luaL_checkstack(L, results + 1, "too many results");
  lua_xmove(co, L, results);
  give_thread_back(state, &state->runs[slot], true);
  mocklua_Buffer *out = mocklua_result_buffer(state);
  mocklua_buffer_clear(out);
  mocklua_EncodeFailure failure = {NULL, &state->path};
  int first = lua_gettop(L) - results + 1;
  bool done = mocklua_encode_list(L, first, results, out, MOCKLUA_NO_OBJECTS, &failure);
  lua_settop(L, first - 1);
  if (!done) mocklua_refuse_conversion(L, &failure);
}

/* A nested start may reallocate the runs, so slots are looked up again after every resumption. */
static void resume_run(lua_State *L, mocklua_State *state, int slot, int arguments,
                       bool *has_yielded) {
  lua_State *resumer = state->running, *co = state->runs[slot].co;
  bool can_wait = state->can_wait;
  mocklua_Closing *closing = state->closing;
  int results;
  state->awaited = 0;
  state->is_refusing = false;
  state->running = co;
  state->can_wait = true;
  state->closing = NULL;
  mocklua_keep_pace(co);
  int status = lua_resume(co, L, arguments, &results);
  state->running = resumer;
  mocklua_keep_pace(L);
  state->can_wait = can_wait;
  state->closing = closing;
  state->granted = 0;
  if (status == LUA_ERRMEM && !mocklua_is_killed(state)) {
    state->meter->killed = MOCKLUA_LIMIT_MEMORY;
    mocklua_note_stop(co);
  }
  if (mocklua_is_killed(state)) {
    mocklua_mark_stopped(co);
    give_thread_back(state, &state->runs[slot], false);
    mocklua_stop(L);
  }
  if (status == LUA_YIELD && state->awaited != 0) {
    state->runs[slot].ticket = state->awaited;
    state->awaited = 0;
    *has_yielded = true;
    return;
  }
  if (status == LUA_YIELD) {
    lua_pushliteral(L, "coroutine.yield outside of a coroutine; wait with `sleep(ms)`");
    mocklua_note_error(L, co);
    mocklua_close_thread(L, co);
    give_thread_back(state, &state->runs[slot], false);
    lua_pushlightuserdata(L, (void *)&mocklua_noted_mark);
    lua_error(L);
  }
  if (status != LUA_OK) fail_run(L, state, slot);
  finish_run(L, state, slot, results);
}

static int start_run(lua_State *L) {
  mocklua_Request *request = mocklua_request(L);
  mocklua_State *state = request->state;
  lua_rawgeti(L, LUA_REGISTRYINDEX, request->function);
  int count = mocklua_decode_list(L, request->bytes, request->count);
  int slot = new_run(L, state);
  mocklua_Run *run = &state->runs[slot];
  take_thread(L, state, run);
  run->meter = request->meter;
  if (!lua_checkstack(run->co, count + 1)) {
    give_thread_back(state, run, true);
    return luaL_error(L, "too many arguments");
  }
  lua_xmove(L, run->co, count + 1);
  bool has_yielded = false;
  resume_run(L, state, slot, count, &has_yielded);
  request->flag = has_yielded;
  request->function = slot;
  return 0;
}

mocklua_Status mocklua_start(mocklua_State *state, mocklua_Meter *meter, int32_t function,
                             const uint8_t *arguments, size_t count, int32_t *coroutine) {
  mocklua_Request request = {
      .bytes = arguments, .count = count, .function = function, .meter = meter};
  mocklua_Status status = mocklua_enter(state, start_run, &request);
  if (status != MOCKLUA_OK || !request.flag) return status;
  *coroutine = request.function;
  return MOCKLUA_YIELDED;
}

static int go_on_run(lua_State *L) {
  mocklua_Request *request = mocklua_request(L);
  mocklua_State *state = request->state;
  state->granted = state->runs[request->function].ticket;
  bool has_yielded = false;
  resume_run(L, state, request->function, 0, &has_yielded);
  request->flag = has_yielded;
  return 0;
}

/* Releases a waiting run without running the rest of it. */
static void drop_run(mocklua_State *state, int32_t coroutine) {
  mocklua_mark_stopped(state->runs[coroutine].co);
  give_thread_back(state, &state->runs[coroutine], false);
}

mocklua_Status mocklua_resume(mocklua_State *state, int32_t coroutine, int32_t host_result) {
  mocklua_Meter *meter = state->runs[coroutine].meter;
  if (meter->killed != MOCKLUA_LIMIT_NONE) {
    drop_run(state, coroutine);
    return mocklua_refuse_stopped(state, meter);
  }
  state->resumed_with = host_result;
  mocklua_Request request = {.function = coroutine, .meter = meter};
  mocklua_Status status = mocklua_enter(state, go_on_run, &request);
  return status == MOCKLUA_OK && request.flag ? MOCKLUA_YIELDED : status;
}
