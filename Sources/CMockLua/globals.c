/*
 * Functions that read and write globals, and register host functions.
 */
#include "internal.h"

typedef mocklua_Request Request;

/*
 * Pushes the table that contains the last part of a dotted path, and returns that part. Without `create`, pushes nil
 * for a missing table.
 */
static const char *push_parent(lua_State *L, const char *path, bool create, bool is_native) {
  if (is_native) {
    mocklua_push_natives(L);
  } else {
    lua_pushglobaltable(L);
  }
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
      if (create) luaL_error(L, "`%s` isn't a table", lua_tostring(L, -2));
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
  const char *last = push_parent(L, path, false, false);
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
  if (!mocklua_encode(L, -1, 0, result, MOCKLUA_ANY_TABLE, &failure)) mocklua_refuse_conversion(L, &failure);
  return 0;
}

mocklua_Status mocklua_get(mocklua_State *state, const char *path) {
  Request request = {.name = path};
  return mocklua_enter(state, get_value, &request);
}

static int set_value(lua_State *L) {
  Request *request = mocklua_request(L);
  const char *last = push_parent(L, request->name, true, false);
  lua_pushstring(L, last);
  mocklua_decode(L, request->bytes, request->count);
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
    return luaL_error(L, "`%s` is of type %s, not a function", request->name, luaL_typename(L, -1));
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

/* `count` is 1 if the name belongs to the natives. */
static int register_function(lua_State *L) {
  Request *request = mocklua_request(L);
  const char *last = push_parent(L, request->name, true, request->count == 1);
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

mocklua_Status mocklua_register_native(mocklua_State *state, const char *path, int32_t function,
                                       bool is_async) {
  Request request = {.name = path, .function = function, .flag = is_async, .count = 1};
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

