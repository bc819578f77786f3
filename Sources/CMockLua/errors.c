/*
 * The facts of an error: message, place, traceback, and raised value.
 *
 * The message handler copies everything out of Lua while the stack of the error still exists.
 */
#include <stdio.h>

#include "internal.h"

const char mocklua_conversion_mark = 0;

/*
 * Splits `place:line: message` if the place belongs to a frame on the stack. The line comes from the prefix, because
 * `error(message, 2)` blames the caller.
 */
static const char *split_place(lua_State *co, const char *message) {
  mocklua_State *state = mocklua_owner(co);
  lua_Debug frame;
  for (int level = 0; level < MOCKLUA_MAX_LEVELS && lua_getstack(co, level, &frame); level++) {
    lua_getinfo(co, "Sl", &frame);
    size_t length = strlen(frame.short_src);
    if (strncmp(message, frame.short_src, length) != 0 || message[length] != ':') continue;
    char *end;
    long line = strtol(message + length + 1, &end, 10);
    if (end == message + length + 1 || end[0] != ':') continue;
    if (!mocklua_is_internal(&frame)) {
      mocklua_set_file(state, &frame);
      state->error.line = (int32_t)line;
    }
    return end[1] == ' ' ? end + 2 : end + 1;
  }
  return message;
}

/* Copies the message from a field of the table on top. The language's objects prefix their fields with `@`. */
static bool copy_field(lua_State *L, const char *name) {
  mocklua_State *state = mocklua_owner(L);
  lua_pushstring(L, name);
  bool is_text = lua_rawget(L, -2) == LUA_TSTRING;
  if (is_text) mocklua_set_text(&state->message, lua_tostring(L, -1), lua_rawlen(L, -1));
  lua_pop(L, 1);
  return is_text;
}

/* Describes the raised value on top of L without calling metamethods. The frames are those of `co`. */
static void describe_value(lua_State *L, lua_State *co) {
  mocklua_State *state = mocklua_owner(L);
  if (lua_type(L, -1) == LUA_TSTRING) {
    const char *message = split_place(co, lua_tostring(L, -1));
    mocklua_set_text(&state->message, message, strlen(message));
    return;
  }
  if (lua_istable(L, -1)) {
    mocklua_EncodeFailure failure = {NULL, &state->path};
    if (!mocklua_encode(L, -1, 0, &state->value, MOCKLUA_ANY_TABLE, &failure)) mocklua_buffer_clear(&state->value);
    mocklua_buffer_clear(&state->path);
    if (lua_getmetatable(L, -1)) {
      lua_pushliteral(L, "__name");
      if (lua_rawget(L, -2) == LUA_TSTRING) {
        mocklua_set_text(&state->value_name, lua_tostring(L, -1), lua_rawlen(L, -1));
      }
      lua_pop(L, 2);
    }
    if (copy_field(L, "message") || copy_field(L, "@message")) return;
  }
  char text[96];
  int n;
  if (lua_type(L, -1) == LUA_TNUMBER) {
    lua_pushvalue(L, -1);
    n = snprintf(text, sizeof text, "%s", lua_tostring(L, -1));
    lua_pop(L, 1);
  } else {
    n = snprintf(text, sizeof text, "a %s was raised", luaL_typename(L, -1));
  }
  mocklua_set_text(&state->message, text, (size_t)n);
}

static void find_cause(lua_State *L) {
  mocklua_State *state = mocklua_owner(L);
  if (lua_getfield(L, LUA_REGISTRYINDEX, "mocklua.host_message") != LUA_TNIL &&
      lua_rawequal(L, -1, -2)) {
    lua_getfield(L, LUA_REGISTRYINDEX, "mocklua.host_error");
    state->error.host_error = (int32_t)lua_tointeger(L, -1);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

/* Notes the facts of the error value on top of L, which was raised in the frames of `co`. */
void mocklua_note_error(lua_State *L, lua_State *co) {
  mocklua_State *state = mocklua_owner(L);
  luaL_checkstack(L, 8, "an error");
  mocklua_note_place(state, co);
  describe_value(L, co);
  find_cause(L);
  mocklua_buffer_clear(&state->traceback);
  mocklua_write_traceback(co, &state->traceback);
}

int mocklua_message_handler(lua_State *L) {
  if (mocklua_is_killed(mocklua_owner(L))) return 1;
  if (lua_touserdata(L, -1) == (void *)&mocklua_conversion_mark) return 1;
  if (lua_touserdata(L, -1) == (void *)&mocklua_noted_mark) return 1;
  if (lua_checkstack(L, 8)) mocklua_note_error(L, L);
  return 1;
}

/* Stores the path and problem in the state, and raises the mark. */
void mocklua_refuse_conversion(lua_State *L, const mocklua_EncodeFailure *failure) {
  mocklua_State *state = mocklua_owner(L);
  mocklua_set_text(&state->message, failure->problem, strlen(failure->problem));
  lua_pushlightuserdata(L, (void *)&mocklua_conversion_mark);
  lua_error(L);
}
