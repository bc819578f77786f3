/*
 * The functions of `utf8` as in Lua 5.4.8. Before 5.4.5, `utf8.codes` skipped stray bytes.
 *
 * Lua supports the original UTF-8 with up to six bytes. Strict functions reject code points that Unicode doesn't have:
 * surrogates, and everything beyond U+10FFFF.
 */
#include "library.h"

#define INVALID "invalid UTF-8 code"
#define MAX_CODE 0x7FFFFFFFu

static bool is_continuation(char byte) { return ((unsigned char)byte & 0xC0) == 0x80; }

/* Reads the character at `at`, in text that ends with `\0`. Returns the character's end, or NULL. */
static const char *read_character(const char *at, bool is_strict, uint32_t *result) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000, 0x200000, 0x4000000}; /* by length */
  unsigned char first = (unsigned char)*at;
  uint32_t code = first;
  int length = 1;
  if (first >= 0x80) {
    while (length < 8 && (first << length & 0x80) != 0) length++; /* one bit per byte */
    if (length == 1 || length > 6) return NULL;
    code = first & (0x7Fu >> length);
    for (int i = 1; i < length; i++) {
      if (!is_continuation(at[i])) return NULL;
      code = code << 6 | ((unsigned char)at[i] & 0x3F);
    }
    if (code < least[length]) return NULL;
  }
  if (is_strict && (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))) return NULL;
  *result = code;
  return at + length;
}

/* Converts positions. They start at 1, or count from the end if negative. Positions before the start become 0. */
static lua_Integer read_position(lua_Integer position, size_t length) {
  if (position >= 0) return position;
  if (0u - (size_t)position > length) return 0;
  return (lua_Integer)length + position + 1;
}

static int utf8_len(lua_State *L) {
  size_t count;
  const char *text = luaL_checklstring(L, 1, &count);
  lua_Integer first = read_position(luaL_optinteger(L, 2, 1), count);
  lua_Integer last = read_position(luaL_optinteger(L, 3, -1), count);
  bool is_strict = !lua_toboolean(L, 4);
  luaL_argcheck(L, first >= 1 && first - 1 <= (lua_Integer)count, 2,
                "initial position out of bounds");
  luaL_argcheck(L, last <= (lua_Integer)count, 3, "final position out of bounds");
  mocklua_Work work = mocklua_work(L);
  lua_Integer characters = 0;
  for (const char *at = text + first - 1, *end = text + last; at < end; characters++) {
    uint32_t code;
    const char *next = read_character(at, is_strict, &code);
    if (next == NULL) {
      luaL_pushfail(L);
      lua_pushinteger(L, at - text + 1);
      return 2;
    }
    at = next;
    mocklua_step(&work);
  }
  mocklua_settle(&work);
  lua_pushinteger(L, characters);
  return 1;
}

static int utf8_codepoint(lua_State *L) {
  size_t count;
  const char *text = luaL_checklstring(L, 1, &count);
  lua_Integer first = read_position(luaL_optinteger(L, 2, 1), count);
  lua_Integer last = read_position(luaL_optinteger(L, 3, first), count);
  bool is_strict = !lua_toboolean(L, 4);
  luaL_argcheck(L, first >= 1, 2, "out of bounds");
  luaL_argcheck(L, last <= (lua_Integer)count, 3, "out of bounds");
  if (first > last) return 0;
  if (last - first >= INT_MAX) return luaL_error(L, "string slice too long");
  luaL_checkstack(L, (int)(last - first) + 1, "string slice too long");
  mocklua_charge_values(L, (size_t)(last - first) + 1);
  int results = 0;
  for (const char *at = text + first - 1, *end = text + last; at < end; results++) {
    uint32_t code;
    at = read_character(at, is_strict, &code);
    if (at == NULL) return luaL_error(L, INVALID);
    lua_pushinteger(L, code);
  }
  return results;
}

static void push_character(lua_State *L, int index) {
  lua_Unsigned code = (lua_Unsigned)luaL_checkinteger(L, index);
  luaL_argcheck(L, code <= MAX_CODE, index, "value out of range");
  lua_pushfstring(L, "%U", (long)code);
}

static int utf8_char(lua_State *L) {
  int count = lua_gettop(L);
  if (count == 1) {
    push_character(L, 1);
    return 1;
  }
  mocklua_Work work = mocklua_work(L);
  luaL_Buffer result;
  luaL_buffinit(L, &result);
  for (int i = 1; i <= count; i++) {
    push_character(L, i);
    luaL_addvalue(&result);
    mocklua_step(&work);
  }
  luaL_pushresult(&result);
  mocklua_settle(&work);
  return 1;
}

/* Moves by `n` characters, or to the end of the text. Returns the number of missing characters. */
static lua_Integer move(mocklua_Work *work, const char *text, lua_Integer length,
                        lua_Integer *position, lua_Integer n) {
  lua_Integer at = *position;
  while (n < 0 && at > 0) {
    do {
      at--;
      mocklua_step(work);
    } while (at > 0 && is_continuation(text[at]));
    n++;
  }
  while (n > 0 && at < length) {
    do {
      at++;
      mocklua_step(work);
    } while (is_continuation(text[at])); /* the `\0` at the end isn't a continuation byte */
    n--;
  }
  *position = at;
  return n;
}

static int utf8_offset(lua_State *L) {
  size_t count;
  const char *text = luaL_checklstring(L, 1, &count);
  lua_Integer n = luaL_checkinteger(L, 2), length = (lua_Integer)count;
  lua_Integer start = n >= 0 ? 1 : length + 1;
  lua_Integer position = read_position(luaL_optinteger(L, 3, start), count);
  luaL_argcheck(L, position >= 1 && position - 1 <= length, 3, "position out of bounds");
  position--;
  mocklua_Work work = mocklua_work(L);
  if (n == 0) {
    while (position > 0 && is_continuation(text[position])) {
      position--;
      mocklua_step(&work);
    }
  } else {
    if (is_continuation(text[position])) {
      return luaL_error(L, "initial position is a continuation byte");
    }
    n = move(&work, text, length, &position, n > 0 ? n - 1 : n);
  }
  mocklua_settle(&work);
  if (n == 0) {
    lua_pushinteger(L, position + 1);
  } else {
    luaL_pushfail(L);
  }
  return 1;
}

static int next_code(lua_State *L, bool is_strict) {
  size_t count;
  const char *text = luaL_checklstring(L, 1, &count);
  lua_Unsigned at = (lua_Unsigned)lua_tointeger(L, 2);
  mocklua_Work work = mocklua_work(L);
  if (at < count) {
    while (is_continuation(text[at])) {
      at++;
      mocklua_step(&work);
    }
  }
  mocklua_settle(&work);
  if (at >= count) return 0;
  uint32_t code;
  const char *next = read_character(text + at, is_strict, &code);
  if (next == NULL || is_continuation(*next)) return luaL_error(L, INVALID);
  lua_pushinteger(L, (lua_Integer)at + 1);
  lua_pushinteger(L, code);
  return 2;
}

static int next_strict_code(lua_State *L) { return next_code(L, true); }

static int next_lax_code(lua_State *L) { return next_code(L, false); }

static int utf8_codes(lua_State *L) {
  bool is_lax = lua_toboolean(L, 2);
  luaL_argcheck(L, !is_continuation(*luaL_checkstring(L, 1)), 1, INVALID);
  lua_pushcfunction(L, is_lax ? next_lax_code : next_strict_code);
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 0);
  return 3;
}

void mocklua_open_utf8(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"char", utf8_char}, {"codepoint", utf8_codepoint}, {"codes", utf8_codes},
      {"len", utf8_len},   {"offset", utf8_offset},       {NULL, NULL},
  };
  luaL_setfuncs(L, functions, 0);
}
