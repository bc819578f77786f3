/*
 * Host functions: Lua calls Swift.
 *
 * The arguments go onto the wire, the Swift closure runs and answers a status, and only then, with no
 * Swift frame left, does C push the results or raise.
 */
#include "internal.h"

static void remember_cause(lua_State *L, int32_t host_error) {
  lua_pushvalue(L, -1);
  lua_setfield(L, LUA_REGISTRYINDEX, "mocklua.host_message");
  lua_pushinteger(L, host_error);
  lua_setfield(L, LUA_REGISTRYINDEX, "mocklua.host_error");
}

static int raise_message(lua_State *L, mocklua_State *state) {
  lua_Debug frame;
  if (mocklua_script_place(L, &frame) >= 0) {
    lua_pushfstring(L, "%s:%d: ", frame.short_src, frame.currentline);
  } else {
    lua_pushliteral(L, "");
  }
  lua_pushlstring(L, (const char *)state->reply.start, state->reply.count);
  lua_concat(L, 2);
  if (state->reply_error >= 0) remember_cause(L, state->reply_error);
  return lua_error(L);
}

static void refuse_arguments(lua_State *L, mocklua_State *state,
                             const mocklua_EncodeFailure *failure) {
  lua_pushlstring(L, (const char *)state->path.start, state->path.count);
  luaL_error(L, "an argument holds %s%s%s", failure->problem, state->path.count > 0 ? " at " : "",
             lua_tostring(L, -1));
}

static int call_host(lua_State *L) {
  mocklua_State *state = mocklua_owner(L);
  int32_t function = (int32_t)lua_tointeger(L, lua_upvalueindex(1));
  mocklua_Buffer *arguments = &state->arguments[state->depth];
  mocklua_buffer_clear(arguments);
  mocklua_EncodeFailure failure = {NULL, &state->path};
  if (!mocklua_encode_list(L, 1, lua_gettop(L), arguments, &failure)) {
    refuse_arguments(L, state, &failure);
  }
  mocklua_buffer_clear(&state->reply);
  state->reply_error = -1;
  lua_State *caller = state->running;
  state->running = L;
  int32_t result = state->host_call(state->host_context, function, arguments->start,
                                    arguments->count);
  state->running = caller;
  if (state->killed != MOCKLUA_LIMIT_NONE) mocklua_kill(L, state->killed);
  switch (result) {
    case MOCKLUA_HOST_RETURN:
      lua_settop(L, 0);
      return mocklua_decode_list(L, state->reply.start, state->reply.count, false);
    case MOCKLUA_HOST_RAISE_VALUE:
      mocklua_decode(L, state->reply.start, true);
      if (state->reply_error >= 0) remember_cause(L, state->reply_error);
      return lua_error(L);
    default:
      return raise_message(L, state);
  }
}

void mocklua_push_host_function(lua_State *L, int32_t function) {
  lua_pushinteger(L, function);
  lua_pushcclosure(L, call_host, 1);
}

/* print(...): the arguments' texts with tabs between them, handed on as one string */
static int print_texts(lua_State *L) {
  int count = lua_gettop(L);
  luaL_Buffer line;
  lua_pushvalue(L, lua_upvalueindex(1));
  luaL_buffinit(L, &line);
  for (int i = 1; i <= count; i++) {
    if (i > 1) luaL_addchar(&line, '\t');
    lua_getglobal(L, "tostring"); /* the one that hides addresses, or the script's own */
    lua_pushvalue(L, i);
    lua_call(L, 1, 1);
    if (!lua_isstring(L, -1)) return luaL_error(L, "'tostring' must return a string");
    luaL_addvalue(&line);
  }
  luaL_pushresult(&line);
  lua_call(L, 1, 0);
  return 0;
}

void mocklua_push_print(lua_State *L, int32_t function) {
  mocklua_push_host_function(L, function);
  lua_pushcclosure(L, print_texts, 1);
}

void mocklua_set_host(mocklua_State *state, mocklua_HostCall call, void *context) {
  state->host_call = call;
  state->host_context = context;
}

void mocklua_reply(mocklua_State *state, const uint8_t *bytes, size_t count, int32_t host_error) {
  mocklua_buffer_clear(&state->reply);
  mocklua_buffer_append(&state->reply, bytes, count);
  state->reply_error = host_error;
}
