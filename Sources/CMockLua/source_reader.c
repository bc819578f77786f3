/*
 * Passes source text to Lua's compiler in small pieces.
 *
 * The compiler counts no instructions, and for some sources its time is quadratic in their length. Before each piece,
 * the limits are checked, and the piece is scanned for code that the compiler can't handle at all (source_scan.c).
 *
 * An error is stored, and the text ends at that point. If the error were raised through the compiler, it would reach
 * the caller's message handler, even though `load` catches it.
 */
#include <stdio.h>

#include "source.h"

#define PIECE 256
/* The minimum cost of compiling a piece, from the instruction budget. */
#define PIECE_CHARGE 64

void mocklua_describe_chunk(char *result, const char *name) {
  if (name[0] == '=') {
    snprintf(result, LUA_IDSIZE, "%.*s", LUA_IDSIZE - 1, name + 1);
  } else if (name[0] == '@') {
    size_t count = strlen(name + 1);
    bool is_long = count >= LUA_IDSIZE;
    snprintf(result, LUA_IDSIZE, "%s%s", is_long ? "..." : "",
             is_long ? name + 1 + count - (LUA_IDSIZE - 4) : name + 1);
  } else { /* as much of the first line as fits into `[string "..."]` */
    int most = LUA_IDSIZE - (int)sizeof "[string \"...\"]";
    int count = (int)strnlen(name, (size_t)most);
    const char *line_end = memchr(name, '\n', (size_t)count);
    bool is_whole = line_end == NULL && count < most;
    if (line_end != NULL) count = (int)(line_end - name);
    snprintf(result, LUA_IDSIZE, "[string \"%.*s%s\"]", count, name, is_whole ? "" : "...");
  }
}

/* Ends the text. The error is on top. [-1, +0, -] */
static const char *fail(lua_State *L, mocklua_Source *source) {
  lua_replace(L, source->slot);
  source->has_failed = true;
  return NULL;
}

/* Calls the function for its next piece. Returns false at the end, or if there is no piece. [-0, +0, v] */
static bool ask(lua_State *L, mocklua_Source *source) {
  if (!lua_checkstack(L, 4)) {
    lua_pushliteral(L, "stack overflow (too many nested functions)");
    return fail(L, source) != NULL;
  }
  lua_pushvalue(L, source->function);
  int status = lua_pcall(L, 0, 1, 0);
  mocklua_State *state = mocklua_owner(L);
  if (status == LUA_ERRMEM) mocklua_kill(L, MOCKLUA_LIMIT_MEMORY);
  if (mocklua_is_killed(state)) mocklua_stop(L);
  if (status != LUA_OK) return fail(L, source) != NULL;
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    return false;
  }
  if (!lua_isstring(L, -1)) {
    lua_pop(L, 1);
    luaL_where(L, 1);
    lua_pushliteral(L, "reader function must return a string");
    lua_concat(L, 2);
    return fail(L, source) != NULL;
  }
  lua_replace(L, source->slot);
  source->bytes = lua_tolstring(L, source->slot, &source->count);
  return source->count > 0;
}

static bool refuses_text(mocklua_Source *source) {
  bool is_text = source->count == 0 || source->bytes[0] != LUA_SIGNATURE[0];
  return is_text && strchr(source->mode, 't') == NULL;
}

static const char *read_piece(lua_State *L, void *context, size_t *count) {
  mocklua_Source *source = context;
  *count = 0;
  if (source->has_failed) return NULL;
  if (source->count == 0 && source->function != 0) ask(L, source);
  if (source->has_failed) return NULL;
  if (!source->has_begun && refuses_text(source)) {
    lua_pushfstring(L, "attempt to load a text chunk (mode is '%s')", source->mode);
    return fail(L, source);
  }
  source->has_begun = true;
  if (source->count == 0) return NULL;
  mocklua_charge(L, PIECE_CHARGE + source->scan.cost);
  source->scan.cost = 0;
  const char *piece = source->bytes;
  *count = source->count < PIECE ? source->count : PIECE;
  const char *problem = mocklua_scan(&source->scan, piece, *count);
  if (problem != NULL) {
    char name[LUA_IDSIZE];
    mocklua_describe_chunk(name, source->name);
    lua_pushfstring(L, "%s:%d: %s", name, source->scan.line, problem);
    *count = 0;
    return fail(L, source);
  }
  source->bytes += *count;
  source->count -= *count;
  return piece;
}

int mocklua_load_source(lua_State *L, mocklua_Source *source) {
  mocklua_State *state = mocklua_owner(L);
  if (state->loaded_count < 2) state->loaded_count++;
  luaL_checkstack(L, 6, "too many nested functions");
  lua_pushnil(L);
  source->slot = lua_gettop(L);
  source->has_begun = source->has_failed = false;
  mocklua_scan_start(&source->scan);
  int status = lua_load(L, read_piece, source, source->name, "t");
  if (mocklua_is_killed(state)) mocklua_stop(L);
  if (status == LUA_ERRMEM) mocklua_kill(L, MOCKLUA_LIMIT_MEMORY);
  if (source->has_failed) {
    lua_pop(L, 1); /* the compiler's result for the truncated text */
    return LUA_ERRSYNTAX;
  }
  lua_remove(L, source->slot);
  return status;
}

int mocklua_load_text(lua_State *L, const char *bytes, size_t count, const char *chunkname) {
  mocklua_Source source = {.bytes = bytes, .count = count, .mode = "t", .name = chunkname};
  return mocklua_load_source(L, &source);
}
