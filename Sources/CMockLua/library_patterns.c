/*
 * `string.find`, `match`, `gmatch`, and `gsub`, with a separate matcher (pattern_matching.c).
 *
 * Functions that call back into Lua keep little on the C stack in the meantime, because such calls can be nested 200
 * deep.
 */
#include "patterns.h"

static mocklua_Matcher make_matcher(mocklua_Work *work, const char *subject, size_t count,
                                    const char *pattern, size_t pattern_count) {
  mocklua_Matcher matcher;
  matcher.work = work;
  matcher.subject = subject;
  matcher.subject_end = subject + count;
  matcher.pattern = pattern;
  matcher.pattern_end = pattern + pattern_count;
  matcher.level = 0;
  return matcher;
}

/*
 * Returns the bytes of a capture or, without captures, of the whole match. For a position capture, pushes the position
 * and returns NULL.
 */
static const char *read_capture(const mocklua_Matcher *matcher, int i, const char *start,
                                const char *end, size_t *count) {
  lua_State *L = matcher->work->L;
  if (i >= matcher->level) {
    if (i > 0) luaL_error(L, "invalid capture index %%%d", i + 1);
    *count = (size_t)(end - start);
    return start;
  }
  ptrdiff_t length = matcher->captures[i].length;
  if (length == MOCKLUA_CAPTURE_OPEN) luaL_error(L, "unfinished capture");
  if (length == MOCKLUA_CAPTURE_POSITION) {
    lua_pushinteger(L, matcher->captures[i].start - matcher->subject + 1);
    return NULL;
  }
  *count = (size_t)length;
  return matcher->captures[i].start;
}

static void push_capture(const mocklua_Matcher *matcher, int i, const char *start,
                         const char *end) {
  size_t count;
  const char *bytes = read_capture(matcher, i, start, end, &count);
  if (bytes == NULL) return;
  mocklua_charge_bytes(matcher->work->L, count);
  lua_pushlstring(matcher->work->L, bytes, count);
}

/* Pushes all captures, or the whole match if there are no captures. Returns their count. */
static int push_captures(const mocklua_Matcher *matcher, const char *start, const char *end) {
  int count = matcher->level == 0 ? 1 : matcher->level;
  luaL_checkstack(matcher->work->L, count, "too many captures");
  for (int i = 0; i < count; i++) push_capture(matcher, i, start, end);
  return count;
}

/* find and match */

static int find_plain(lua_State *L, mocklua_Work *work, const char *subject, size_t count,
                      const char *text, size_t text_count, size_t skipped) {
  const char *found =
      mocklua_find_plain(work, subject + skipped, count - skipped, text, text_count);
  mocklua_settle(work);
  if (found == NULL) {
    luaL_pushfail(L);
    return 1;
  }
  lua_pushinteger(L, found - subject + 1);
  lua_pushinteger(L, found - subject + (lua_Integer)text_count);
  return 2;
}

static int find_or_match(lua_State *L, bool is_find) {
  size_t count, pattern_count;
  const char *subject = luaL_checklstring(L, 1, &count);
  const char *pattern = luaL_checklstring(L, 2, &pattern_count);
  size_t skipped = mocklua_first_position(luaL_optinteger(L, 3, 1), count) - 1;
  if (skipped > count) {
    luaL_pushfail(L);
    return 1;
  }
  mocklua_Work work = mocklua_work(L);
  if (is_find && (lua_toboolean(L, 4) || mocklua_is_plain(&work, pattern, pattern_count))) {
    return find_plain(L, &work, subject, count, pattern, pattern_count, skipped);
  }
  bool is_anchored = *pattern == '^';
  mocklua_Matcher matcher = make_matcher(&work, subject, count, pattern + is_anchored,
                                         pattern_count - is_anchored);
  const char *end;
  const char *start =
      mocklua_find_match(&matcher, subject + skipped, is_anchored, NULL, &end);
  mocklua_settle(&work);
  if (start == NULL) {
    luaL_pushfail(L);
    return 1;
  }
  if (!is_find) return push_captures(&matcher, start, end);
  lua_pushinteger(L, start - subject + 1);
  lua_pushinteger(L, end - subject);
  return matcher.level == 0 ? 2 : 2 + push_captures(&matcher, start, end);
}

static int string_find(lua_State *L) { return find_or_match(L, true); }

static int string_match(lua_State *L) { return find_or_match(L, false); }

/* gmatch: the iterator's upvalues are the subject, the pattern, the next start, and the end of the last match */

static int next_match(lua_State *L) {
  size_t count, pattern_count;
  const char *subject = lua_tolstring(L, lua_upvalueindex(1), &count);
  const char *pattern = lua_tolstring(L, lua_upvalueindex(2), &pattern_count);
  size_t from = (size_t)lua_tointeger(L, lua_upvalueindex(3));
  lua_Integer last_end = lua_tointeger(L, lua_upvalueindex(4));
  if (from > count) return 0;
  mocklua_Work work = mocklua_work(L);
  mocklua_Matcher matcher = make_matcher(&work, subject, count, pattern, pattern_count);
  const char *end;
  const char *start = mocklua_find_match(&matcher, subject + from, false,
                                         last_end < 0 ? NULL : subject + last_end, &end);
  mocklua_settle(&work);
  if (start == NULL) return 0;
  lua_pushinteger(L, end - subject);
  lua_pushvalue(L, -1);
  lua_replace(L, lua_upvalueindex(3));
  lua_replace(L, lua_upvalueindex(4));
  return push_captures(&matcher, start, end);
}

static int string_gmatch(lua_State *L) {
  size_t count;
  luaL_checklstring(L, 1, &count);
  luaL_checkstring(L, 2);
  size_t skipped = mocklua_first_position(luaL_optinteger(L, 3, 1), count) - 1;
  if (skipped > count) skipped = count + 1;
  lua_settop(L, 2);
  lua_pushinteger(L, (lua_Integer)skipped);
  lua_pushinteger(L, -1);
  lua_pushcclosure(L, next_match, 4);
  return 1;
}

/* gsub */

/* The state of a replacement between two calls into the script. */
typedef struct Replacing {
  mocklua_Work work;
  const char *subject, *subject_end;
  const char *pattern, *pattern_end;
  bool is_anchored;
  const char *start, *end; /* the current match; `end` is NULL before the first */
} Replacing;

static void add_bytes(Replacing *replacing, luaL_Buffer *result, const char *bytes,
                      size_t count) {
  mocklua_add_bytes(&replacing->work, result, bytes, count);
}

/* Adds the replacement text, in which `%1` represents a capture, `%0` the match, and `%%` a percent sign. */
static void add_template(Replacing *replacing, const mocklua_Matcher *matcher,
                         luaL_Buffer *result) {
  lua_State *L = replacing->work.L;
  size_t count;
  const char *text = lua_tolstring(L, 3, &count), *text_end = text + count;
  while (true) {
    const char *escape = memchr(text, '%', (size_t)(text_end - text));
    add_bytes(replacing, result, text, (size_t)((escape == NULL ? text_end : escape) - text));
    if (escape == NULL) return;
    text = escape + 2;
    if (escape[1] == '%') {
      luaL_addchar(result, '%');
    } else if (escape[1] == '0') {
      add_bytes(replacing, result, replacing->start,
                (size_t)(replacing->end - replacing->start));
    } else if (escape[1] >= '1' && escape[1] <= '9') {
      size_t capture_count;
      const char *capture = read_capture(matcher, escape[1] - '1', replacing->start,
                                         replacing->end, &capture_count);
      if (capture == NULL) {
        luaL_addvalue(result);
      } else {
        add_bytes(replacing, result, capture, capture_count);
      }
    } else {
      luaL_error(L, "invalid use of '%%' in replacement string");
    }
  }
}

/*
 * Finds the next match, and adds the text before it to the result. If the replacement is a template, adds it as well.
 * Otherwise, pushes the captures for the function, or the first one as the table's key. Returns the number of pushed
 * values, or -1 at the end. The captures are no longer on the C stack when the script is called.
 */
MOCKLUA_APART static int find_next(lua_State *L, Replacing *replacing, int type, luaL_Buffer *result) {
  mocklua_Matcher matcher = make_matcher(
      &replacing->work, replacing->subject, (size_t)(replacing->subject_end - replacing->subject),
      replacing->pattern, (size_t)(replacing->pattern_end - replacing->pattern));
  const char *from = replacing->end == NULL ? replacing->subject : replacing->end, *end;
  const char *start =
      mocklua_find_match(&matcher, from, replacing->is_anchored, replacing->end, &end);
  if (start == NULL) return -1;
  if (start > from) add_bytes(replacing, result, from, (size_t)(start - from));
  replacing->start = start;
  replacing->end = end;
  switch (type) {
    case LUA_TFUNCTION:
      lua_pushvalue(L, 3);
      return push_captures(&matcher, start, end);
    case LUA_TTABLE:
      push_capture(&matcher, 0, start, end);
      return 1;
    default:
      add_template(replacing, &matcher, result);
      return 0;
  }
}

/* Adds the script's result, which is on top. Returns whether it replaces the match. */
static bool add_answer(lua_State *L, Replacing *replacing, luaL_Buffer *result) {
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    add_bytes(replacing, result, replacing->start, (size_t)(replacing->end - replacing->start));
    return false;
  }
  if (!lua_isstring(L, -1)) {
    luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
  }
  mocklua_spend_bytes(&replacing->work, lua_rawlen(L, -1));
  luaL_addvalue(result);
  return true;
}

static int string_gsub(lua_State *L) {
  size_t count, pattern_count;
  const char *subject = luaL_checklstring(L, 1, &count);
  const char *pattern = luaL_checklstring(L, 2, &pattern_count);
  int type = lua_type(L, 3);
  lua_Integer most = luaL_optinteger(L, 4, (lua_Integer)count + 1), replaced = 0;
  luaL_argexpected(L,
                   type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TFUNCTION ||
                       type == LUA_TTABLE,
                   3, "string/function/table");
  bool is_anchored = *pattern == '^', is_changed = false;
  Replacing replacing = {
      .work = mocklua_work(L),
      .subject = subject,
      .subject_end = subject + count,
      .pattern = pattern + is_anchored,
      .pattern_end = pattern + pattern_count,
      .is_anchored = is_anchored,
  };
  luaL_Buffer result;
  luaL_buffinit(L, &result);
  while (replaced < most) {
    int values = find_next(L, &replacing, type, &result);
    if (values < 0) break;
    replaced++;
    if (type == LUA_TFUNCTION) {
      lua_call(L, values, 1);
      is_changed |= add_answer(L, &replacing, &result);
    } else if (type == LUA_TTABLE) {
      lua_gettable(L, 3);
      is_changed |= add_answer(L, &replacing, &result);
    } else {
      is_changed = true;
    }
    if (is_anchored) break;
  }
  if (is_changed) {
    const char *rest = replacing.end == NULL ? subject : replacing.end;
    add_bytes(&replacing, &result, rest, (size_t)(replacing.subject_end - rest));
    luaL_pushresult(&result);
  } else {
    lua_pushvalue(L, 1);
  }
  mocklua_settle(&replacing.work);
  lua_pushinteger(L, replaced);
  return 2;
}

void mocklua_open_patterns(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"find", string_find},
      {"match", string_match},
      {"gmatch", string_gmatch},
      {"gsub", string_gsub},
      {NULL, NULL},
  };
  luaL_setfuncs(L, functions, 0);
}
