/*
 * Functions that compile and call chunks and functions.
 */
#include "internal.h"

typedef mocklua_Request Request;

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

