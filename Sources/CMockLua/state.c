/* The life of a state: its creation, limits, and release. */
#include "internal.h"

typedef mocklua_Request Request;

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

mocklua_Bytes mocklua_file_name(const mocklua_State *state, int32_t number) {
  if (number < 1 || number > state->file_count) return (mocklua_Bytes){NULL, 0};
  const char *name = state->files[number - 1];
  if (name[0] == '@' || name[0] == '=') name++;
  return (mocklua_Bytes){(const uint8_t *)name, strlen(name)};
}
