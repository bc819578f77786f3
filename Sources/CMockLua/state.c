/*
 * The entries from the host. Each describes its work in a request, runs it inside one protected call
 * and turns the outcome into a status.
 */
#include "internal.h"

typedef mocklua_Request Request;

/* Takes the request off the stack, which holds nothing else. */
Request *mocklua_request(lua_State *L) {
  Request *request = lua_touserdata(L, 1);
  lua_settop(L, 0);
  return request;
}

mocklua_Buffer *mocklua_result_buffer(mocklua_State *state) {
  return &state->results[state->depth];
}

static mocklua_Bytes view(const mocklua_Buffer *buffer) {
  return (mocklua_Bytes){buffer->start, buffer->count};
}

static mocklua_Status classify(mocklua_State *state, int status, bool was_mark) {
  if (status == LUA_ERRMEM && state->killed == MOCKLUA_LIMIT_NONE) {
    state->killed = MOCKLUA_LIMIT_MEMORY;
    mocklua_buffer_set(&state->message, "the memory limit is reached");
  }
  if (state->killed == MOCKLUA_LIMIT_MEMORY && state->memory_line > 0) {
    mocklua_buffer_set(&state->file, state->memory_file);
    state->error.line = state->memory_line;
  }
  if (state->killed != MOCKLUA_LIMIT_NONE) {
    state->error.limit = state->killed;
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

/* Runs `work` protected. A nested entry goes on with the meter of the outer one. */
mocklua_Status mocklua_enter(mocklua_State *state, lua_CFunction work, Request *request) {
  mocklua_clear_error(state);
  lua_State *L = state->running;
  if (state->depth >= MOCKLUA_MAX_DEPTH || !lua_checkstack(L, 8)) {
    mocklua_buffer_set(&state->message, "calls between the host and Lua nest too deep");
    return MOCKLUA_RUNTIME_ERROR;
  }
  if (state->depth == 0) {
    mocklua_start_meter(state);
    state->killed = MOCKLUA_LIMIT_NONE;
    state->memory_line = 0;
  }
  state->depth++;
  int top = lua_gettop(L);
  request->state = state;
  lua_pushcfunction(L, mocklua_message_handler);
  lua_pushcfunction(L, work);
  lua_pushlightuserdata(L, request);
  int status = lua_pcall(L, 1, 0, top + 1);
  bool was_mark = status != LUA_OK && lua_touserdata(L, -1) == (void *)&mocklua_conversion_mark;
  lua_settop(L, top);
  state->running = L;
  state->depth--;
  return status == LUA_OK ? MOCKLUA_OK : classify(state, status, was_mark);
}

/* life */

static int open_state(lua_State *L) {
  Request *request = mocklua_request(L);
  mocklua_open_libraries(L);
  lua_gc(L, LUA_GCSETPAUSE, MOCKLUA_SMALL_STATE_PAUSE);
  if (request->state->options.instruction_budget > 0 ||
      request->state->options.deadline_nanoseconds > 0) {
    mocklua_arm(L);
    request->state->holds_collector = true;
    lua_gc(L, LUA_GCSTOP);
  }
  return 0;
}

mocklua_State *mocklua_create(const mocklua_Options *options) {
  return mocklua_make(options, false);
}

mocklua_State *mocklua_make(const mocklua_Options *options, bool wants_image) {
  mocklua_State *state = calloc(1, sizeof *state);
  if (state == NULL) return NULL;
  state->image.is_wanted = wants_image;
  if (wants_image) mocklua_heap_open_arena(&state->heap);
  state->options = *options;
  state->options.memory_limit = 0; /* the libraries come before the limit */
  state->L = lua_newstate(mocklua_allocate, state);
  if (state->L == NULL) {
    mocklua_destroy(state);
    return NULL;
  }
  *(mocklua_State **)lua_getextraspace(state->L) = state;
  state->running = state->L;
  Request request = {0};
  if (mocklua_enter(state, open_state, &request) != MOCKLUA_OK) {
    mocklua_destroy(state);
    return NULL;
  }
  state->options.memory_limit = options->memory_limit;
  return state;
}

void mocklua_forget_files(mocklua_State *state, int count) {
  while (state->file_count > count) free(state->files[--state->file_count]);
}

void mocklua_destroy(mocklua_State *state) {
  if (state == NULL) return;
  mocklua_heap_release(&state->heap);
  if (mocklua_retire(state)) return;
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
  free(state->files);
  free(state);
}

void mocklua_set_limits(mocklua_State *state, uint64_t instruction_budget,
                        uint64_t deadline_nanoseconds, size_t memory_limit) {
  state->options.instruction_budget = instruction_budget;
  state->options.deadline_nanoseconds = deadline_nanoseconds;
  state->options.memory_limit = memory_limit;
  if (instruction_budget > 0 || deadline_nanoseconds > 0) mocklua_arm(state->L);
}

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

/* Entries from now on are nested ones, which have buffers of their own. */
void mocklua_hold_result(mocklua_State *state) { state->depth++; }

void mocklua_let_go_of_result(mocklua_State *state) { state->depth--; }

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
