/*
 * Host functions: calls from Lua to Swift.
 *
 * The arguments are written in the wire format, and the Swift closure runs and returns a status. Only then, with no
 * Swift frame left on the stack, does C push the results or raise.
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
  luaL_error(L, "an argument contains %s%s%s", failure->problem, state->path.count > 0 ? " at " : "",
             lua_tostring(L, -1));
}

/* Pushes the host's results, and trims the reply buffer. */
static int push_reply(lua_State *L, mocklua_State *state) {
  lua_settop(L, 0);
  int count = mocklua_decode_list(L, state->reply.start, state->reply.count);
  mocklua_buffer_trim(&state->reply);
  return count;
}

/* Pushes the host's results, or raises its error. */
static int finish_host(lua_State *L, mocklua_State *state, int32_t result) {
  if (state->reply_is_lost) mocklua_kill(L, MOCKLUA_LIMIT_MEMORY);
  mocklua_charge(L, state->reply.count / 16);
  return result == MOCKLUA_HOST_RETURN ? push_reply(L, state) : raise_message(L, state);
}

/* Runs when the waiting thread is resumed, either by the host, which has granted the ticket, or by other code. */
static int after_await(lua_State *L, int status, lua_KContext ticket) {
  (void)status;
  mocklua_State *state = mocklua_owner(L);
  if (state->granted != ticket || mocklua_closing_of(L) != NULL) {
    lua_settop(L, 0);
    return mocklua_refuse(L, ticket, after_await);
  }
  state->granted = 0;
  return finish_host(L, state, state->resumed_with);
}

static int call_host(lua_State *L) {
  mocklua_State *state = mocklua_owner(L);
  int32_t function = (int32_t)lua_tointeger(L, lua_upvalueindex(1));
  bool is_async = lua_toboolean(L, lua_upvalueindex(2));
  mocklua_charge(L, is_async ? MOCKLUA_HOST_WAIT_CHARGE : MOCKLUA_HOST_CALL_CHARGE);
  mocklua_check_c_stack(L);
  bool can_wait = state->can_wait && lua_isyieldable(L) && mocklua_closing_of(L) == NULL;
  if (is_async && !can_wait) {
    return luaL_error(L, "cannot wait here: Lua can't pause inside a function such as `table.sort` or "
                         "`string.gsub`, or while it closes a variable after an error; "
                         "move the wait before or after this code");
  }
  mocklua_Buffer *arguments = &state->arguments[state->depth];
  mocklua_buffer_clear(arguments);
  mocklua_EncodeFailure failure = {NULL, &state->path};
  if (!mocklua_encode_list(L, 1, lua_gettop(L), arguments, MOCKLUA_ANY_TABLE, &failure)) {
    refuse_arguments(L, state, &failure);
  }
  mocklua_buffer_clear(&state->reply);
  state->reply_error = -1;
  state->reply_is_lost = false;
  lua_State *caller = state->running;
  state->running = L;
  int32_t result =
      state->host_call(state->host_context, function, arguments->start, arguments->count);
  state->running = caller;
  mocklua_forget_pace(state);
  if (mocklua_is_killed(state)) mocklua_stop(L);
  if (result == MOCKLUA_HOST_AWAIT) {
    state->awaited = ++state->last_ticket;
    return lua_yieldk(L, 0, state->awaited, after_await);
  }
  return finish_host(L, state, result);
}

void mocklua_push_host_function(lua_State *L, int32_t function, bool is_async) {
  lua_pushinteger(L, function);
  lua_pushboolean(L, is_async);
  lua_pushcclosure(L, call_host, 2);
}

/* print(...): joins the arguments with tabs, and passes them on as one string */
static int print_texts(lua_State *L) {
  int count = lua_gettop(L);
  luaL_Buffer line;
  mocklua_charge(L, (uint64_t)count);
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
  mocklua_push_host_function(L, function, false);
  lua_pushcclosure(L, print_texts, 1);
}

void mocklua_set_host(mocklua_State *state, mocklua_HostCall call, void *context) {
  state->host_call = call;
  state->host_context = context;
}

void mocklua_reply(mocklua_State *state, const uint8_t *bytes, size_t count, int32_t host_error) {
  /*
   * The host also holds the reply as a value and in the wire format. The calls that produced it may have been as large.
   */
  const size_t copies = 3;
  mocklua_buffer_clear(&state->reply);
  if (count > MOCKLUA_MAX_KEPT_BUFFER) {
    mocklua_trim_buffers(state, state->depth + 1);
    /* Anything that the script's function created from it is garbage by now. */
    mocklua_makes_room(state->running, 2 * copies * count);
  }
  state->reply_is_lost = !mocklua_has_room(state, copies * count) ||
                         !mocklua_buffer_append(&state->reply, bytes, count);
  state->reply_error = host_error;
}
