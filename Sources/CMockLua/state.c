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

static void copy_text(mocklua_Buffer *buffer, const char *text) {
  mocklua_buffer_clear(buffer);
  mocklua_buffer_append(buffer, text, strlen(text));
}

static mocklua_Bytes view(const mocklua_Buffer *buffer) {
  return (mocklua_Bytes){buffer->start, buffer->count};
}

static mocklua_Status classify(mocklua_State *state, int status, bool was_mark) {
  if (status == LUA_ERRMEM && state->killed == MOCKLUA_LIMIT_NONE) {
    state->killed = MOCKLUA_LIMIT_MEMORY;
    copy_text(&state->message, "the memory limit is reached");
  }
  if (state->killed == MOCKLUA_LIMIT_MEMORY && state->memory_line > 0) {
    copy_text(&state->file, state->memory_file);
    state->error.line = state->memory_line;
  }
  if (state->killed != MOCKLUA_LIMIT_NONE) {
    state->error.limit = state->killed;
    return MOCKLUA_LIMIT_ERROR;
  }
  if (was_mark) return MOCKLUA_CONVERSION_ERROR;
  if (state->message.count == 0) {
    copy_text(&state->message, status == LUA_ERRERR ? "an error while handling an error; the stack "
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
    copy_text(&state->message, "calls between the host and Lua nest too deep");
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

/* life */

static int open_state(lua_State *L) {
  Request *request = mocklua_request(L);
  mocklua_open_libraries(L);
  if (request->state->options.instruction_budget > 0 ||
      request->state->options.deadline_nanoseconds > 0) {
    mocklua_arm(L);
    request->state->holds_collector = true;
    lua_gc(L, LUA_GCSTOP);
  }
  return 0;
}

mocklua_State *mocklua_create(const mocklua_Options *options) {
  mocklua_State *state = calloc(1, sizeof *state);
  if (state == NULL) return NULL;
  state->options = *options;
  state->options.memory_limit = 0; /* the libraries come before the limit */
  state->L = lua_newstate(mocklua_allocate, state);
  if (state->L == NULL) {
    free(state);
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

void mocklua_destroy(mocklua_State *state) {
  if (state == NULL) return;
  lua_close(state->L);
  mocklua_free_chunks(&state->heap);
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
  for (int i = 0; i < state->file_count; i++) free(state->files[i]);
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

/* loading */

/* Splits `name:line: message near ...` of a failed load. */
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
  copy_text(&state->message, message);
  copy_text(&state->file, name[0] == '@' || name[0] == '=' ? name + 1 : name);
  return MOCKLUA_SYNTAX_ERROR;
}

static int load_chunk(lua_State *L) {
  Request *request = mocklua_request(L);
  const char *mode = request->function == 0 ? "t" : "b";
  if (luaL_loadbufferx(L, (const char *)request->bytes, request->count, request->name, mode)) {
    request->function = -1;
    if (lua_type(L, -1) == LUA_TSTRING) refuse_syntax(L, request->state, request->name);
    return 0;
  }
  request->function = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

static mocklua_Status load_with(mocklua_State *state, const uint8_t *bytes, size_t count,
                                const char *name, bool compiled, int32_t *function) {
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

static int write_bytecode(lua_State *L, const void *bytes, size_t count, void *out) {
  (void)L;
  return !mocklua_buffer_append(out, bytes, count);
}

static int compile_chunk(lua_State *L) {
  Request *request = mocklua_request(L);
  if (luaL_loadbufferx(L, (const char *)request->bytes, request->count, request->name, "t")) {
    return lua_error(L);
  }
  mocklua_Buffer *result = mocklua_result_buffer(request->state);
  mocklua_buffer_clear(result);
  if (lua_dump(L, write_bytecode, result, 1) != 0) return luaL_error(L, "not enough memory");
  return 0;
}

mocklua_Status mocklua_compile(mocklua_State *state, const uint8_t *source, size_t count,
                               const char *name) {
  Request request = {.name = name, .bytes = source, .count = count};
  return mocklua_enter(state, compile_chunk, &request);
}

/* calling */

static int call_function(lua_State *L) {
  Request *request = mocklua_request(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, request->function);
  int count = mocklua_decode_list(L, request->bytes, request->count);
  lua_call(L, count, LUA_MULTRET);
  put_results(L, request, 1);
  return 0;
}

mocklua_Status mocklua_call(mocklua_State *state, int32_t function, const uint8_t *arguments,
                            size_t count) {
  Request request = {.bytes = arguments, .count = count, .function = function};
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

mocklua_Status mocklua_call_with_natives(mocklua_State *state, int32_t function) {
  Request request = {.function = function};
  return mocklua_enter(state, call_with_natives, &request);
}

/* luaL_unref does not raise: it writes into slots that exist. */
void mocklua_release(mocklua_State *state, int32_t function) {
  luaL_unref(state->running, LUA_REGISTRYINDEX, function);
}

/* globals */

/*
 * Pushes the table that holds the last part of a dotted path, and returns that part. Without
 * `create`, a missing table leaves nil.
 */
static const char *push_parent(lua_State *L, const char *path, bool create) {
  lua_pushglobaltable(L);
  const char *dot;
  while ((dot = strchr(path, '.')) != NULL) {
    lua_pushlstring(L, path, (size_t)(dot - path));
    lua_pushvalue(L, -1);
    lua_rawget(L, -3);
    if (lua_isnil(L, -1) && create) {
      lua_pop(L, 1);
      lua_newtable(L);
      lua_pushvalue(L, -2);
      lua_pushvalue(L, -2);
      lua_rawset(L, -5);
    }
    if (!lua_istable(L, -1)) {
      if (create) luaL_error(L, "`%s` is no table", lua_tostring(L, -2));
      lua_pushnil(L);
      return path;
    }
    lua_replace(L, -3);
    lua_pop(L, 1);
    path = dot + 1;
  }
  return path;
}

/* [-0, +1, m] */
static void push_path(lua_State *L, const char *path) {
  const char *last = push_parent(L, path, false);
  if (!lua_istable(L, -1)) return;
  lua_pushstring(L, last);
  lua_rawget(L, -2);
}

static int get_value(lua_State *L) {
  Request *request = mocklua_request(L);
  push_path(L, request->name);
  mocklua_Buffer *result = mocklua_result_buffer(request->state);
  mocklua_buffer_clear(result);
  mocklua_EncodeFailure failure = {NULL, &request->state->path};
  if (!mocklua_encode(L, -1, result, MOCKLUA_ANY_TABLE, &failure)) mocklua_refuse_conversion(L, &failure);
  return 0;
}

mocklua_Status mocklua_get(mocklua_State *state, const char *path) {
  Request request = {.name = path};
  return mocklua_enter(state, get_value, &request);
}

static int set_value(lua_State *L) {
  Request *request = mocklua_request(L);
  const char *last = push_parent(L, request->name, true);
  lua_pushstring(L, last);
  mocklua_decode(L, request->bytes);
  lua_rawset(L, -3);
  return 0;
}

mocklua_Status mocklua_set(mocklua_State *state, const char *path, const uint8_t *value,
                           size_t count) {
  Request request = {.name = path, .bytes = value, .count = count};
  return mocklua_enter(state, set_value, &request);
}

static int reference_function(lua_State *L) {
  Request *request = mocklua_request(L);
  if (request->flag) {
    mocklua_push_natives(L);
    lua_getfield(L, -1, request->name);
  } else {
    push_path(L, request->name);
  }
  if (!lua_isfunction(L, -1)) {
    return luaL_error(L, "`%s` is no function but a %s", request->name, luaL_typename(L, -1));
  }
  request->function = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

mocklua_Status mocklua_function(mocklua_State *state, const char *path, int32_t *function) {
  Request request = {.name = path};
  mocklua_Status status = mocklua_enter(state, reference_function, &request);
  *function = request.function;
  return status;
}

mocklua_Status mocklua_native_function(mocklua_State *state, const char *name, int32_t *function) {
  Request request = {.name = name, .flag = true};
  mocklua_Status status = mocklua_enter(state, reference_function, &request);
  *function = request.function;
  return status;
}

static int register_function(lua_State *L) {
  Request *request = mocklua_request(L);
  const char *last = push_parent(L, request->name, true);
  lua_pushstring(L, last);
  mocklua_push_host_function(L, request->function, request->flag);
  lua_rawset(L, -3);
  return 0;
}

mocklua_Status mocklua_register(mocklua_State *state, const char *path, int32_t function) {
  Request request = {.name = path, .function = function};
  return mocklua_enter(state, register_function, &request);
}

mocklua_Status mocklua_register_async(mocklua_State *state, const char *path, int32_t function) {
  Request request = {.name = path, .function = function, .flag = true};
  return mocklua_enter(state, register_function, &request);
}

static int register_print(lua_State *L) {
  Request *request = mocklua_request(L);
  mocklua_push_print(L, request->function);
  lua_setglobal(L, "print");
  return 0;
}

mocklua_Status mocklua_register_print(mocklua_State *state, int32_t function) {
  Request request = {.function = function};
  return mocklua_enter(state, register_print, &request);
}

/* outcomes */

mocklua_Bytes mocklua_result(const mocklua_State *state) {
  return view(&state->results[state->depth + 1]);
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

int32_t mocklua_current_place(mocklua_State *state, mocklua_Bytes *file) {
  lua_Debug frame;
  if (mocklua_script_place(state->running, &frame) < 0) return 0;
  copy_text(&state->file, frame.source[0] == '@' ? frame.source + 1 : frame.short_src);
  *file = view(&state->file);
  return frame.currentline;
}

mocklua_Bytes mocklua_file_name(const mocklua_State *state, int32_t number) {
  if (number < 1 || number > state->file_count) return (mocklua_Bytes){NULL, 0};
  const char *name = state->files[number - 1];
  if (name[0] == '@' || name[0] == '=') name++;
  return (mocklua_Bytes){(const uint8_t *)name, strlen(name)};
}
