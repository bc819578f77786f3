/*
 * Natives: what chunks of the runtime itself may use beyond Lua's libraries. They reach such a chunk
 * as a table in its first argument, and never a script. The table is one for all such chunks, which
 * add to it what they share.
 */
#include "internal.h"

/* pack(value) -> wire as a string | nil, problem, path */
static int pack(lua_State *L) {
  mocklua_State *state = mocklua_owner(L);
  luaL_checkany(L, 1);
  mocklua_Buffer *out = &state->packed;
  mocklua_buffer_clear(out);
  mocklua_EncodeFailure failure = {NULL, &state->path};
  if (mocklua_encode(L, 1, out, MOCKLUA_DATA, &failure)) {
    lua_pushlstring(L, (const char *)out->start, out->count);
    return 1;
  }
  lua_pushnil(L);
  lua_pushstring(L, failure.problem);
  lua_pushlstring(L, (const char *)state->path.start, state->path.count);
  return 3;
}

/* unpack(wire) -> value; nulls stay null */
static int unpack(lua_State *L) {
  mocklua_decode(L, (const uint8_t *)luaL_checkstring(L, 1));
  return 1;
}

/* The number of a chunk's name, counting from 1 in the order of first use. */
static lua_Integer file_number(lua_State *L, const char *source) {
  mocklua_State *state = mocklua_owner(L);
  for (int i = state->file_count; i > 0; i--) {
    if (strcmp(state->files[i - 1], source) == 0) return i;
  }
  char **files = realloc(state->files, sizeof(char *) * (size_t)(state->file_count + 1));
  if (files != NULL) state->files = files;
  char *copy = files == NULL ? NULL : strdup(source);
  if (copy == NULL) return luaL_error(L, "not enough memory for a file name");
  files[state->file_count++] = copy;
  return state->file_count;
}

static lua_Integer place_number(lua_State *L, const char *source, int line) {
  return file_number(L, source) << 32 | (lua_Integer)line;
}

/* place() -> file number << 32 | line of the innermost script frame, or 0 */
static int place(lua_State *L) {
  lua_Debug frame;
  lua_Integer number = 0;
  if (mocklua_script_place(L, &frame) >= 0) {
    number = place_number(L, frame.source, frame.currentline);
  }
  lua_pushinteger(L, number);
  return 1;
}

/* place_text(place) -> "file", line */
static int place_text(lua_State *L) {
  mocklua_State *state = mocklua_owner(L);
  lua_Integer number = luaL_checkinteger(L, 1);
  int file = (int)(number >> 32);
  const char *name = file >= 1 && file <= state->file_count ? state->files[file - 1] : "?";
  lua_pushstring(L, name[0] == '@' || name[0] == '=' ? name + 1 : name);
  lua_pushinteger(L, number & 0xFFFFFFFF);
  return 2;
}

/* function_info(f) -> "script" | "internal" | "C", place where it is defined */
static int function_info(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_Debug frame;
  lua_pushvalue(L, 1);
  lua_getinfo(L, ">S", &frame);
  if (frame.what[0] == 'C') {
    lua_pushliteral(L, "C");
    lua_pushinteger(L, 0);
  } else if (mocklua_is_internal(&frame)) {
    lua_pushliteral(L, "internal");
    lua_pushinteger(L, 0);
  } else {
    lua_pushliteral(L, "script");
    lua_pushinteger(L, place_number(L, frame.source, frame.linedefined));
  }
  return 2;
}

/* array(table) -> the same table, marked as a list */
static int mark_array(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  mocklua_mark_array(L);
  return 1;
}

static int is_array(lua_State *L) {
  bool marked = lua_getmetatable(L, 1) &&
                lua_topointer(L, -1) == mocklua_owner(L)->array_metatable;
  lua_pushboolean(L, marked);
  return 1;
}

void mocklua_push_natives(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"pack", pack},
      {"unpack", unpack},
      {"place", place},
      {"place_text", place_text},
      {"function_info", function_info},
      {"array", mark_array},
      {"is_array", is_array},
      {"plain_next", mocklua_plain_next},
      {NULL, NULL},
  };
  if (lua_getfield(L, LUA_REGISTRYINDEX, "mocklua.natives") == LUA_TTABLE) return;
  lua_pop(L, 1);
  luaL_newlib(L, functions);
  lua_pushvalue(L, -1);
  lua_setfield(L, LUA_REGISTRYINDEX, "mocklua.natives");
  mocklua_push_null(L);
  lua_setfield(L, -2, "null");
}
