/*
 * Natives: functions for the runtime's own chunks, in addition to Lua's libraries. A chunk receives them as a table in
 * its first argument. Scripts never get the table. All such chunks share one table, and add their shared functions to
 * it.
 */
#include "internal.h"

/*
 * pack(value [, depth]) -> packed data | nil, problem, path; `depth` is the number of tables that will enclose the
 * value
 */
static int pack(lua_State *L) {
  mocklua_State *state = mocklua_owner(L);
  luaL_checkany(L, 1);
  mocklua_Buffer *out = &state->packed;
  mocklua_buffer_clear(out);
  mocklua_EncodeFailure failure = {NULL, &state->path};
  if (mocklua_encode(L, 1, (int)luaL_optinteger(L, 2, 0), out, MOCKLUA_DATA, &failure)) {
    mocklua_push_packed(L, out->start, out->count);
    return 1;
  }
  lua_pushnil(L);
  lua_pushstring(L, failure.problem);
  lua_pushlstring(L, (const char *)state->path.start, state->path.count);
  return 3;
}

/* unpack(packed) -> value; nulls stay null */
static int unpack(lua_State *L) {
  size_t count = 0;
  const uint8_t *bytes = mocklua_to_packed(L, 1, &count);
  luaL_argexpected(L, bytes != NULL, 1, MOCKLUA_PACKED_NAME);
  mocklua_charge(L, count / 16);
  mocklua_decode(L, bytes, count);
  return 1;
}

/* metatable(value) -> its metatable, regardless of `__metatable`, or nil */
static int metatable(lua_State *L) {
  luaL_checkany(L, 1);
  if (!lua_getmetatable(L, 1)) lua_pushnil(L);
  return 1;
}

/*
 * set_metatable(table, metatable) -> table; the runtime's tables may be weak
 *
 * The metatable is hidden from scripts permanently, and has no finalizer.
 */
static int set_metatable(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  lua_pushliteral(L, "__metatable");
  if (lua_rawget(L, 2) == LUA_TNIL) {
    lua_pushliteral(L, "__metatable");
    lua_pushboolean(L, 0);
    lua_rawset(L, 2);
  }
  lua_settop(L, 2);
  mocklua_make_weak(L);
  mocklua_set_unmarked(L);
  lua_settop(L, 1);
  return 1;
}

/* Returns the number of a chunk's name, in the order of first use, starting at 1; 0 if there are too many names. */
static lua_Integer file_number(lua_State *L, const lua_Debug *frame) {
  mocklua_State *state = mocklua_owner(L);
  /* For a long name, or a source without a name, uses the short form that Lua creates. */
  bool is_long = frame->source[0] == '@' ? frame->srclen > 4096 : frame->source[0] != '=';
  const char *source = is_long ? frame->short_src : frame->source;
  for (int i = state->file_count; i > 0; i--) {
    if (strcmp(state->files[i - 1], source) == 0) return i;
  }
  if (state->file_count == MOCKLUA_MAX_FILES) return 0;
  char **files = realloc(state->files, sizeof(char *) * (size_t)(state->file_count + 1));
  if (files != NULL) state->files = files;
  char *copy = files == NULL ? NULL : strdup(source);
  if (copy == NULL) return luaL_error(L, "not enough memory for a file name");
  files[state->file_count++] = copy;
  return state->file_count;
}

static lua_Integer place_number(lua_State *L, const lua_Debug *frame, int line) {
  lua_Integer file = file_number(L, frame);
  return file == 0 ? 0 : file << 32 | (lua_Integer)line;
}

/* place() -> file number << 32 | line of the innermost script frame, or 0 */
static int place(lua_State *L) {
  lua_Debug frame;
  lua_Integer number = 0;
  if (mocklua_script_place(L, &frame) >= 0) {
    number = place_number(L, &frame, frame.currentline);
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

static int end_word(lua_State *L, int status, lua_KContext context) {
  (void)status;
  (void)context;
  return lua_gettop(L);
}

static int call_word(lua_State *L) {
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_callk(L, lua_gettop(L) - 1, LUA_MULTRET, 0, end_word);
  return end_word(L, LUA_OK, 0);
}

/*
 * word(f) -> a C function that calls f
 *
 * In `return fail()`, a Lua function would replace the frame of its caller, and its line would be lost. A C function
 * doesn't.
 */
static int make_word(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, 1);
  lua_pushcclosure(L, call_word, 1);
  return 1;
}

/* blame(text): raises an error at the innermost line of a script, regardless of the number of frames in between. */
static int blame(lua_State *L) {
  luaL_checkstring(L, 1);
  lua_settop(L, 1);
  lua_Debug frame;
  if (mocklua_script_place(L, &frame) >= 0) {
    lua_pushfstring(L, "%s:%d: ", frame.short_src, frame.currentline);
    lua_insert(L, 1);
    lua_concat(L, 2);
  }
  return lua_error(L);
}

/* function_info(f) -> "script" | "internal" | "C", place of the definition */
static int function_info(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_Debug frame;
  lua_pushvalue(L, 1);
  lua_getinfo(L, ">S", &frame);
  bool is_word = lua_tocfunction(L, 1) == call_word;
  if (frame.what[0] == 'C' && !is_word) {
    lua_pushliteral(L, "C");
    lua_pushinteger(L, 0);
  } else if (is_word || mocklua_is_internal(&frame)) {
    lua_pushliteral(L, "internal");
    lua_pushinteger(L, 0);
  } else {
    lua_pushliteral(L, "script");
    lua_pushinteger(L, place_number(L, &frame, frame.linedefined));
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
      {"metatable", metatable},
      {"set_metatable", set_metatable},
      {"place", place},
      {"place_text", place_text},
      {"word", make_word},
      {"blame", blame},
      {"function_info", function_info},
      {"array", mark_array},
      {"is_array", is_array},
      {"plain_next", mocklua_plain_next},
      {"mark_lines", mocklua_mark_lines},
      {"watch_lines", mocklua_watch_lines},
      {NULL, NULL},
  };
  if (lua_getfield(L, LUA_REGISTRYINDEX, "mocklua.natives") == LUA_TTABLE) return;
  lua_pop(L, 1);
  luaL_newlib(L, functions);
  lua_pushvalue(L, -1);
  lua_setfield(L, LUA_REGISTRYINDEX, "mocklua.natives");
  mocklua_push_null(L);
  lua_setfield(L, -2, "null");
  lua_pushglobaltable(L);
  lua_setfield(L, -2, "globals"); /* the globals of scripts */
}

/*
 * Creates the globals of the runtime's own chunks: Lua's functions as they were before any script ran, in tables that
 * scripts can't access. `getmetatable` and `setmetatable` are the natives, which ignore `__metatable`.
 */
static void make_private(lua_State *L) {
  lua_newtable(L);
  int copy = lua_gettop(L);
  lua_pushglobaltable(L);
  lua_pushnil(L);
  while (lua_next(L, copy + 1)) {
    lua_pushvalue(L, -2);
    if (lua_istable(L, -2) && !lua_rawequal(L, -2, copy + 1)) {
      lua_newtable(L);
      lua_pushnil(L);
      while (lua_next(L, -4)) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, -4);
      }
    } else {
      lua_pushvalue(L, -2);
    }
    lua_rawset(L, copy);
    lua_pop(L, 1);
  }
  lua_settop(L, copy);
  lua_pushcfunction(L, metatable);
  lua_setfield(L, copy, "getmetatable");
  lua_pushcfunction(L, set_metatable);
  lua_setfield(L, copy, "setmetatable");
  lua_pushnil(L);
  lua_setfield(L, copy, "_G");
}

/* Creates the globals for the runtime's first chunk, which runs before every script. */
void mocklua_push_private(lua_State *L) {
  if (lua_getfield(L, LUA_REGISTRYINDEX, "mocklua.private") == LUA_TTABLE) return;
  lua_pop(L, 1);
  make_private(L);
  lua_pushvalue(L, -1);
  lua_setfield(L, LUA_REGISTRYINDEX, "mocklua.private");
}
