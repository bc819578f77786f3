/*
 * The calls from the host to Lua. Each function describes its work in a request, runs it inside one protected call
 * (mocklua_enter), and converts the outcome to a status.
 *
 * There are two ways to call a function: mocklua_call runs it to completion, and mocklua_start runs it on a coroutine,
 * so that it can wait for the host.
 */
#define _GNU_SOURCE /* pthread_getattr_np */
#include <pthread.h>

#include "internal.h"

typedef mocklua_Request Request;

/* Takes the request off the stack, which contains nothing else. */
Request *mocklua_request(lua_State *L) {
  Request *request = lua_touserdata(L, 1);
  lua_settop(L, 0);
  return request;
}

mocklua_Buffer *mocklua_result_buffer(mocklua_State *state) {
  return &state->results[state->depth];
}

void mocklua_trim_buffers(mocklua_State *state, int depth) {
  for (int i = depth; i <= MOCKLUA_MAX_DEPTH; i++) {
    mocklua_buffer_trim(&state->results[i]);
    mocklua_buffer_trim(&state->arguments[i]);
  }
}

static mocklua_Bytes view(const mocklua_Buffer *buffer) {
  return (mocklua_Bytes){buffer->start, buffer->count};
}

/* Sets the facts for a chain that a limit has stopped. */
static mocklua_Status refuse_stopped(mocklua_State *state, const mocklua_Meter *meter) {
  mocklua_clear_error(state);
  state->error.limit = meter->killed;
  return MOCKLUA_LIMIT_ERROR;
}

static mocklua_Status classify(mocklua_State *state, int status, bool was_mark) {
  if (state->meter->killed != MOCKLUA_LIMIT_NONE) {
    state->error.limit = state->meter->killed;
    return MOCKLUA_LIMIT_ERROR;
  }
  if (was_mark) return MOCKLUA_CONVERSION_ERROR;
  if (state->message.count == 0) {
    mocklua_buffer_set(&state->message, status == LUA_ERRERR ? "an error while handling an error; the stack "
                                                      "may have overflowed"
                                                    : "an error without a message");
  }
  return MOCKLUA_RUNTIME_ERROR;
}

/* The values that a call changes and restores. */
typedef struct Outer {
  mocklua_Meter *meter;
  lua_State *running;
  bool can_wait;
  char *stack_base;
  mocklua_Closing *closing; /* a limit leaves entries behind that are on the C stack */
} Outer;

/* Everything that a stopped script leaves behind is garbage. It must not fill the memory of the next call. */
static void give_memory_back(mocklua_State *state) {
  state->refused_size = 0;
  if (state->error.limit == MOCKLUA_LIMIT_MEMORY || state->wants_collection) {
    mocklua_collect_all(state->L);
  }
}

#ifdef MOCKLUA_WATCHES_C_STACK
static char *end_of_c_stack(void) {
#ifdef __APPLE__
  pthread_t thread = pthread_self();
  return (char *)pthread_get_stackaddr_np(thread) - pthread_get_stacksize_np(thread);
#else
  pthread_attr_t attributes;
  void *end = NULL;
  size_t size;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return NULL;
  pthread_attr_getstack(&attributes, &end, &size);
  pthread_attr_destroy(&attributes);
  return end;
#endif
}
#endif

/* Runs `work` protected. A nested call uses the meter of the outer one, unless it has its own. */
mocklua_Status mocklua_enter(mocklua_State *state, lua_CFunction work, Request *request) {
  mocklua_clear_error(state);
  lua_State *L = state->running;
  Outer outer = {state->meter, L, state->can_wait, state->stack_base, state->closing};
  mocklua_Meter own;
  char *frame = __builtin_frame_address(0);
  if (state->depth == 0) state->stack_base = frame;
#ifdef MOCKLUA_WATCHES_C_STACK
  if (state->depth == 0) state->stack_end = end_of_c_stack();
#endif
  bool is_too_deep = state->stack_base - frame > (ptrdiff_t)MOCKLUA_C_STACK;
  if (is_too_deep || state->depth >= MOCKLUA_MAX_DEPTH || !lua_checkstack(L, 8)) {
    mocklua_buffer_set(&state->message, "calls between the host and Lua are nested too deeply");
    return MOCKLUA_RUNTIME_ERROR;
  }
  if (request->meter != NULL) {
    if (request->meter->killed) return refuse_stopped(state, request->meter);
    state->meter = request->meter;
  } else if (outer.meter == NULL) {
    mocklua_fill_meter(state, &own);
    state->meter = &own;
  }
  if (state->depth == 0) {
    mocklua_disarm_stopped(state);
    state->refused_size = state->refused_table = 0;
  }
  mocklua_forget_pace(state);
  state->can_wait = false;
  state->depth++;
  int top = lua_gettop(L);
  request->state = state;
  lua_pushcfunction(L, mocklua_message_handler);
  lua_pushcfunction(L, work);
  lua_pushlightuserdata(L, request);
  int status = lua_pcall(L, 1, 0, top + 1);
  bool was_mark = status != LUA_OK && lua_touserdata(L, -1) == (void *)&mocklua_conversion_mark;
  lua_settop(L, top);
  bool has_failed_for_memory = status == LUA_ERRMEM || state->refused_size != 0;
  if (status != LUA_OK && has_failed_for_memory && !mocklua_is_killed(state)) {
    state->meter->killed = MOCKLUA_LIMIT_MEMORY;
  }
  /* A limit that was exceeded without an error, in a thread that was released, still ends the chain. */
  bool is_done = status == LUA_OK && !mocklua_is_killed(state);
  mocklua_Status result = is_done ? MOCKLUA_OK : classify(state, status, was_mark);
  if (state->meter != outer.meter) mocklua_pause_meter(state->meter);
  state->meter = outer.meter;
  state->running = outer.running;
  state->can_wait = outer.can_wait;
  state->stack_base = outer.stack_base;
  state->closing = outer.closing;
  state->depth--;
  if (result == MOCKLUA_LIMIT_ERROR && state->depth == 0) give_memory_back(state);
  return result;
}

/* results and errors */

mocklua_Bytes mocklua_result(const mocklua_State *state) {
  return view(&state->results[state->depth + 1]);
}

/* Calls from now on are nested, and have their own buffers. */
void mocklua_hold_result(mocklua_State *state) { state->depth++; }

void mocklua_let_go_of_result(mocklua_State *state) {
  mocklua_buffer_trim(&state->results[state->depth]);
  state->depth--;
}

const mocklua_Error *mocklua_last_error(const mocklua_State *state) {
  mocklua_Error *error = (mocklua_Error *)&state->error;
  error->file = view(&state->file);
  error->message = view(&state->message);
  error->path = view(&state->path);
  error->traceback = view(&state->traceback);
  error->value = view(&state->value);
  error->value_name = view(&state->value_name);
  return error;
}

/* loading */

/* Splits the message `name:line: message near ...` of a failed load. */
static mocklua_Status refuse_syntax(lua_State *L, mocklua_State *state, const char *name) {
  size_t count;
  const char *message = lua_tolstring(L, -1, &count);
  if (message == NULL) message = "the source does not compile", count = strlen(message);
  state->error.is_incomplete = count >= 5 && strcmp(message + count - 5, "<eof>") == 0;
  const char *colon = strstr(message, ": ");
  const char *before = colon;
  while (before != NULL && before > message && before[-1] >= '0' && before[-1] <= '9') before--;
  if (before != NULL && before < colon && before > message && before[-1] == ':') {
    state->error.line = (int32_t)strtol(before, NULL, 10);
    message = colon + 2;
  }
  mocklua_buffer_set(&state->message, message);
  mocklua_buffer_set(&state->file, name[0] == '@' || name[0] == '=' ? name + 1 : name);
  return MOCKLUA_SYNTAX_ERROR;
}

static int load_chunk(lua_State *L) {
  Request *request = mocklua_request(L);
  const char *bytes = (const char *)request->bytes;
  bool is_compiled = request->function != 0;
  int status = is_compiled ? luaL_loadbufferx(L, bytes, request->count, request->name, "b")
                           : mocklua_load_text(L, bytes, request->count, request->name);
  if (mocklua_is_killed(request->state)) mocklua_stop(L);
  if (status == LUA_ERRMEM) mocklua_kill(L, MOCKLUA_LIMIT_MEMORY);
  if (status != LUA_OK) {
    request->function = -1;
    if (lua_type(L, -1) == LUA_TSTRING) refuse_syntax(L, request->state, request->name);
    return 0;
  }
  if (is_compiled) { /* scripts can't access the globals of the runtime's own chunks */
    mocklua_push_private(L);
    lua_setupvalue(L, -2, 1);
  }
  request->function = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

static mocklua_Status load_with(mocklua_State *state, const uint8_t *bytes, size_t count,
                                const char *name, bool compiled, int32_t *function) {
  if (!compiled && count > 0 && bytes[0] == '#') { /* `#!`: keeps the line ending, so that line numbers stay correct */
    const uint8_t *line_end = memchr(bytes, '\n', count);
    size_t skipped = line_end == NULL ? count : (size_t)(line_end - bytes);
    bytes += skipped;
    count -= skipped;
  }
  Request request = {.name = name, .bytes = bytes, .count = count, .function = compiled};
  mocklua_Status status = mocklua_enter(state, load_chunk, &request);
  if (status == MOCKLUA_OK && request.function == -1) return MOCKLUA_SYNTAX_ERROR;
  *function = request.function;
  return status;
}

mocklua_Status mocklua_load(mocklua_State *state, const uint8_t *source, size_t count,
                            const char *name, int32_t *function) {
  return load_with(state, source, count, name, false, function);
}

mocklua_Status mocklua_load_compiled(mocklua_State *state, const uint8_t *bytecode, size_t count,
                                     const char *name, int32_t *function) {
  return load_with(state, bytecode, count, name, true, function);
}

/* calling */

static void put_results(lua_State *L, Request *request, int first) {
  mocklua_State *state = request->state;
  mocklua_Buffer *result = mocklua_result_buffer(state);
  mocklua_buffer_clear(result);
  mocklua_EncodeFailure failure = {NULL, &state->path};
  if (!mocklua_encode_list(L, first, lua_gettop(L) - first + 1, result, MOCKLUA_ANY_TABLE,
                           &failure)) {
    mocklua_refuse_conversion(L, &failure);
  }
}

static int call_function(lua_State *L) {
  Request *request = mocklua_request(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, request->function);
  int count = mocklua_decode_list(L, request->bytes, request->count);
  lua_call(L, count, request->flag ? LUA_MULTRET : 0);
  put_results(L, request, 1);
  return 0;
}

mocklua_Status mocklua_call(mocklua_State *state, mocklua_Meter *meter, int32_t function,
                            const uint8_t *arguments, size_t count, bool wants_results) {
  Request request = {.bytes = arguments, .count = count, .function = function,
                     .flag = wants_results, .meter = meter};
  return mocklua_enter(state, call_function, &request);
}

static int call_with_natives(lua_State *L) {
  Request *request = mocklua_request(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, request->function);
  mocklua_push_natives(L);
  lua_call(L, 1, LUA_MULTRET);
  put_results(L, request, 1);
  return 0;
}

/* The runtime's own chunks always end, so their instructions aren't counted. */
mocklua_Status mocklua_call_with_natives(mocklua_State *state, int32_t function) {
  Request request = {.function = function};
  lua_State *L = state->running;
  bool is_armed = lua_gethook(L) != NULL;
  if (is_armed) lua_sethook(L, NULL, 0, 0);
  mocklua_Status status = mocklua_enter(state, call_with_natives, &request);
  if (is_armed) mocklua_arm(L);
  return status;
}

/* luaL_unref doesn't raise, because it writes to existing slots. */
void mocklua_release(mocklua_State *state, int32_t function) {
  luaL_unref(state->running, LUA_REGISTRYINDEX, function);
}

/*
 * Runs: functions that the host starts on coroutines, so that they can wait for the host.
 *
 * A host function that waits yields. The script's coroutines around it yield as well (coroutines.c). The yield
 * transfers no values. When the run continues, the results are in the reply buffer, and the innermost function takes
 * them from there (host.c). It may continue only with the ticket that is granted when the host resumes the run.
 */

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
    return refuse_stopped(state, meter);
  }
  state->resumed_with = host_result;
  mocklua_Request request = {.function = coroutine, .meter = meter};
  mocklua_Status status = mocklua_enter(state, go_on_run, &request);
  return status == MOCKLUA_OK && request.flag ? MOCKLUA_YIELDED : status;
}
