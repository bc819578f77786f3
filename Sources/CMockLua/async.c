/*
 * Runs: functions that the host starts on coroutines, so that they can wait for it.
 *
 * A host function that waits yields; coroutines of the script on the way yield as well (coroutines.c).
 * The yield carries nothing: what the function goes on with lies in the reply buffer, and the
 * innermost function takes it from there (host.c).
 */
#include "internal.h"

/* Finished threads that are kept for later runs. */
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

/* A pooled thread or a new one, with an empty stack. */
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

/* A thread that ended well goes back into the pool; one that failed is dropped. */
static void give_thread_back(mocklua_State *state, mocklua_Run *run, bool is_reusable) {
  if (is_reusable && state->pool_count < MAX_POOLED) {
    if (state->pool_count == state->pool_capacity) {
      int capacity = state->pool_capacity == 0 ? 8 : state->pool_capacity * 2;
      int *pool = realloc(state->pool, sizeof(int) * (size_t)capacity);
      if (pool == NULL) capacity = state->pool_capacity;
      if (pool != NULL) state->pool = pool;
      state->pool_capacity = capacity;
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

/* Raises in L what the coroutine raised, once its facts are noted where its stack still stands. */
static int fail_run(lua_State *L, mocklua_State *state, mocklua_Run *run, int status) {
  lua_State *co = run->co;
  if (status == LUA_ERRMEM && state->killed == MOCKLUA_LIMIT_NONE) {
    state->killed = MOCKLUA_LIMIT_MEMORY;
  }
  mocklua_message_handler(co);
  mocklua_close_thread(L, co);
  give_thread_back(state, run, false);
  lua_pushlightuserdata(L, (void *)&mocklua_noted_mark);
  return lua_error(L);
}

/* A nested start may move the runs, so that a slot is looked up again after every resumption. */
static void resume_run(lua_State *L, mocklua_State *state, int slot, int arguments,
                       bool *has_yielded) {
  lua_State *resumer = state->running;
  mocklua_Run *run = &state->runs[slot];
  int results;
  state->is_awaiting = false;
  state->running = run->co;
  int status = lua_resume(run->co, L, arguments, &results);
  state->running = resumer;
  run = &state->runs[slot];
  if (status == LUA_YIELD && state->is_awaiting) {
    *has_yielded = true;
    return;
  }
  if (status == LUA_YIELD) {
    lua_settop(run->co, 0);
    lua_pushliteral(run->co, "coroutine.yield outside of a coroutine; wait with `sleep(ms)`");
    status = LUA_ERRRUN;
  }
  if (status != LUA_OK) {
    fail_run(L, state, run, status);
    return;
  }
  mocklua_Buffer *out = mocklua_result_buffer(state);
  mocklua_buffer_clear(out);
  mocklua_EncodeFailure failure = {NULL, &state->path};
  bool done = mocklua_encode_list(run->co, 1, results, out, MOCKLUA_NO_OBJECTS, &failure);
  give_thread_back(state, run, done);
  if (!done) mocklua_refuse_conversion(L, &failure);
}

static int start_run(lua_State *L) {
  mocklua_Request *request = mocklua_request(L);
  mocklua_State *state = request->state;
  lua_rawgeti(L, LUA_REGISTRYINDEX, request->function);
  int count = mocklua_decode_list(L, request->bytes, request->count);
  int slot = new_run(L, state);
  mocklua_Run *run = &state->runs[slot];
  take_thread(L, state, run);
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

static mocklua_Status pause(mocklua_State *state, int32_t slot) {
  mocklua_Run *run = &state->runs[slot];
  run->meter = state->meter;
  run->time_left = 0;
  if (run->meter.deadline != 0 && run->meter.deadline != MOCKLUA_UNSTARTED) {
    uint64_t now = mocklua_now();
    run->time_left = run->meter.deadline > now ? run->meter.deadline - now : 1;
  }
  state->is_awaiting = false;
  return MOCKLUA_YIELDED;
}

mocklua_Status mocklua_start(mocklua_State *state, int32_t function, const uint8_t *arguments,
                             size_t count, int32_t *coroutine) {
  mocklua_Request request = {.bytes = arguments, .count = count, .function = function};
  mocklua_Status status = mocklua_enter(state, start_run, &request);
  if (status != MOCKLUA_OK || !request.flag) return status;
  *coroutine = request.function;
  return pause(state, request.function);
}

static int go_on_run(lua_State *L) {
  mocklua_Request *request = mocklua_request(L);
  mocklua_State *state = request->state;
  mocklua_Run *run = &state->runs[request->function];
  state->meter = run->meter;
  if (run->time_left > 0) state->meter.deadline = mocklua_now() + run->time_left;
  bool has_yielded = false;
  resume_run(L, state, request->function, 0, &has_yielded);
  request->flag = has_yielded;
  return 0;
}

mocklua_Status mocklua_resume(mocklua_State *state, int32_t coroutine, int32_t host_result,
                              const uint8_t *bytes, size_t count, int32_t host_error) {
  mocklua_reply(state, bytes, count, host_error);
  state->resumed_with = host_result;
  mocklua_Request request = {.function = coroutine};
  mocklua_Status status = mocklua_enter(state, go_on_run, &request);
  if (status != MOCKLUA_OK || !request.flag) return status;
  return pause(state, coroutine);
}
