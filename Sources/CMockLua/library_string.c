/*
 * The functions of `string` that copy and change bytes.
 *
 * Only ASCII letters count as letters, regardless of the process's locale.
 */
#include "library.h"

static int string_len(lua_State *L) {
  size_t count;
  luaL_checklstring(L, 1, &count);
  lua_pushinteger(L, (lua_Integer)count);
  return 1;
}

static int string_sub(lua_State *L) {
  size_t count;
  const char *bytes = luaL_checklstring(L, 1, &count);
  size_t first = mocklua_first_position(luaL_checkinteger(L, 2), count);
  size_t last = mocklua_last_position(luaL_optinteger(L, 3, -1), count);
  if (first > last) {
    lua_pushliteral(L, "");
    return 1;
  }
  mocklua_charge_bytes(L, last - first + 1);
  lua_pushlstring(L, bytes + first - 1, last - first + 1);
  return 1;
}

/* upper, lower, and reverse: write the result in slices */

typedef void (*WriteSlice)(char *to, const char *from, size_t count, size_t rest);

static int write_slices(lua_State *L, WriteSlice write) {
  size_t count;
  const char *bytes = luaL_checklstring(L, 1, &count);
  mocklua_Work work = mocklua_work(L);
  luaL_Buffer result;
  char *to = luaL_buffinitsize(L, &result, count);
  for (size_t done = 0; done < count;) {
    size_t slice = count - done < MOCKLUA_SLICE ? count - done : MOCKLUA_SLICE;
    write(to + done, bytes + done, slice, count - done);
    done += slice;
    mocklua_spend_bytes(&work, slice);
  }
  luaL_pushresultsize(&result, count);
  mocklua_settle(&work);
  return 1;
}

static void write_lower(char *to, const char *from, size_t count, size_t rest) {
  (void)rest;
  for (size_t i = 0; i < count; i++) {
    to[i] = (char)(from[i] >= 'A' && from[i] <= 'Z' ? from[i] | 32 : from[i]);
  }
}

static void write_upper(char *to, const char *from, size_t count, size_t rest) {
  (void)rest;
  for (size_t i = 0; i < count; i++) {
    to[i] = (char)(from[i] >= 'a' && from[i] <= 'z' ? from[i] & ~32 : from[i]);
  }
}

static int string_lower(lua_State *L) { return write_slices(L, write_lower); }

static int string_upper(lua_State *L) { return write_slices(L, write_upper); }

static int string_reverse(lua_State *L) {
  size_t count;
  const char *bytes = luaL_checklstring(L, 1, &count);
  mocklua_Work work = mocklua_work(L);
  luaL_Buffer result;
  char *to = luaL_buffinitsize(L, &result, count);
  for (size_t i = 0; i < count; i++) {
    to[i] = bytes[count - 1 - i];
    if (i % MOCKLUA_SLICE == MOCKLUA_SLICE - 1) mocklua_spend_bytes(&work, MOCKLUA_SLICE);
  }
  luaL_pushresultsize(&result, count);
  mocklua_settle(&work);
  return 1;
}

/* rep */

/* Fills the rest of a buffer with the unit at its start, doubling the filled part each time. */
static void fill_by_doubling(mocklua_Work *work, char *buffer, size_t unit, size_t total) {
  for (size_t filled = unit; filled < total;) {
    size_t count = filled < total - filled ? filled : total - filled;
    mocklua_copy_bytes(work, buffer + filled, buffer, count);
    filled += count;
  }
}

static int string_rep(lua_State *L) {
  size_t count, separator_count;
  const char *bytes = luaL_checklstring(L, 1, &count);
  lua_Integer times = luaL_checkinteger(L, 2);
  const char *separator = luaL_optlstring(L, 3, "", &separator_count);
  size_t unit = count + separator_count;
  if (times <= 0 || unit == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  if ((size_t)times > MOCKLUA_MAX_STRING / unit) {
    return luaL_error(L, "resulting string too large");
  }
  size_t total = unit * (size_t)times - separator_count;
  mocklua_Work work = mocklua_work(L);
  luaL_Buffer result;
  char *to = luaL_buffinitsize(L, &result, total);
  mocklua_copy_bytes(&work, to, bytes, count);
  if (times > 1) {
    mocklua_copy_bytes(&work, to + count, separator, separator_count);
    fill_by_doubling(&work, to, unit, total);
  }
  luaL_pushresultsize(&result, total);
  mocklua_settle(&work);
  return 1;
}

/* byte and char */

static int string_byte(lua_State *L) {
  size_t count;
  const char *bytes = luaL_checklstring(L, 1, &count);
  lua_Integer position = luaL_optinteger(L, 2, 1);
  size_t first = mocklua_first_position(position, count);
  size_t last = mocklua_last_position(luaL_optinteger(L, 3, position), count);
  if (first > last) return 0;
  if (last - first >= INT_MAX) return luaL_error(L, "string slice too long");
  int results = (int)(last - first) + 1;
  luaL_checkstack(L, results, "string slice too long");
  mocklua_charge_values(L, (size_t)results);
  for (int i = 0; i < results; i++) {
    lua_pushinteger(L, (unsigned char)bytes[first - 1 + (size_t)i]);
  }
  return results;
}

static int string_char(lua_State *L) {
  int count = lua_gettop(L);
  mocklua_charge_values(L, (size_t)count);
  luaL_Buffer result;
  char *to = luaL_buffinitsize(L, &result, (size_t)count);
  for (int i = 1; i <= count; i++) {
    lua_Integer value = luaL_checkinteger(L, i);
    luaL_argcheck(L, value >= 0 && value <= UCHAR_MAX, i, "value out of range");
    to[i - 1] = (char)value;
  }
  luaL_pushresultsize(&result, (size_t)count);
  return 1;
}

void mocklua_open_strings(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"byte", string_byte},   {"char", string_char},       {"len", string_len},
      {"lower", string_lower}, {"rep", string_rep},         {"reverse", string_reverse},
      {"sub", string_sub},     {"upper", string_upper},     {NULL, NULL},
  };
  luaL_setfuncs(L, functions, 0);
}
