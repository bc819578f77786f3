/*
 * The functions that the host calls. Each describes its work in a request, runs it inside one protected call, and
 * converts the outcome to a status.
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
mocklua_Status mocklua_refuse_stopped(mocklua_State *state, const mocklua_Meter *meter) {
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
    if (request->meter->killed) return mocklua_refuse_stopped(state, request->meter);
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

/* life */

static int open_state(lua_State *L) {
  Request *request = mocklua_request(L);
  mocklua_open_libraries(L);
  lua_gc(L, LUA_GCSETPAUSE, MOCKLUA_SMALL_STATE_PAUSE);
  /* Needed even without limits, because the hook checks interruptions and memory. */
  mocklua_arm(L);
  request->state->collector_step = MOCKLUA_COLLECTOR_THRESHOLD;
  lua_gc(L, LUA_GCSTOP);
  return 0;
}

mocklua_State *mocklua_create(const mocklua_Options *options) {
  return mocklua_make(options, false, 0);
}

mocklua_State *mocklua_make(const mocklua_Options *options, bool wants_image, uint64_t key) {
  mocklua_State *state = calloc(1, sizeof *state);
  if (state == NULL) return NULL;
  state->image.is_wanted = wants_image;
  state->image.key = key;
  state->heap.state = state;
  state->hook = mocklua_hook;
  state->collector_step = SIZE_MAX;
  if (wants_image) mocklua_heap_open_arena(&state->heap);
  state->options = *options;
  state->options.memory_limit = 0; /* the limit doesn't apply to opening the libraries */
  state->L = lua_newstate(mocklua_allocate, state);
  if (state->L == NULL) {
    mocklua_free(state);
    return NULL;
  }
  *mocklua_extra(state->L) = (uintptr_t)state;
  state->running = state->L;
  Request request = {0};
  if (mocklua_enter(state, open_state, &request) != MOCKLUA_OK) {
    mocklua_free(state);
    return NULL;
  }
  state->options.memory_limit = options->memory_limit;
  return state;
}

void mocklua_forget_files(mocklua_State *state, int count) {
  while (state->file_count > count) free(state->files[--state->file_count]);
}

void mocklua_free(mocklua_State *state) {
  mocklua_heap_release(&state->heap);
  free(state->heap.arena);
  for (int i = 0; i <= MOCKLUA_MAX_DEPTH; i++) {
    mocklua_buffer_free(&state->results[i]);
    mocklua_buffer_free(&state->arguments[i]);
  }
  mocklua_buffer_free(&state->reply);
  mocklua_buffer_free(&state->message);
  mocklua_buffer_free(&state->file);
  mocklua_buffer_free(&state->path);
  mocklua_buffer_free(&state->traceback);
  mocklua_buffer_free(&state->value);
  mocklua_buffer_free(&state->value_name);
  free(state->runs);
  free(state->pool);
  mocklua_buffer_free(&state->packed);
  mocklua_forget_files(state, 0);
  mocklua_forget_lines(state);
  free(state->files);
  free(state);
}

void mocklua_set_limits(mocklua_State *state, uint64_t instruction_budget,
                        uint64_t deadline_nanoseconds, size_t memory_limit) {
  state->options.instruction_budget = instruction_budget;
  state->options.deadline_nanoseconds = deadline_nanoseconds;
  state->options.memory_limit = memory_limit;
}

size_t mocklua_memory_held(const mocklua_State *state) { return state->heap.held; }

size_t mocklua_memory_used(const mocklua_State *state) { return state->memory_used; }

static int collect(lua_State *L) {
  lua_gc(L, LUA_GCCOLLECT);
  return 0;
}

mocklua_Status mocklua_collect(mocklua_State *state) {
  Request request = {0};
  return mocklua_enter(state, collect, &request);
}

/* outcomes */

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

mocklua_Bytes mocklua_file_name(const mocklua_State *state, int32_t number) {
  if (number < 1 || number > state->file_count) return (mocklua_Bytes){NULL, 0};
  const char *name = state->files[number - 1];
  if (name[0] == '@' || name[0] == '=') name++;
  return (mocklua_Bytes){(const uint8_t *)name, strlen(name)};
}
