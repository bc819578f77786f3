/*
 * `pairs` and `next` in a fixed order: the same script gives the same bytes.
 *
 * Stock Lua orders string keys by a hash whose seed differs from run to run. Here a list comes first
 * (1, 2, ...), then other numbers, then strings by their bytes, then the rest.
 */
#include "internal.h"

/* The ranks of keys, in their order. */
enum { RANK_LIST, RANK_NUMBER, RANK_STRING, RANK_BOOLEAN, RANK_UNORDERED };

typedef struct Key {
  int rank;
  lua_Integer index; /* RANK_LIST: an integer from 1 */
  lua_Number number; /* RANK_NUMBER and RANK_BOOLEAN */
  const char *bytes; /* RANK_STRING */
  size_t count;
  int slot; /* where the key stands in the table of keys */
} Key;

static Key read_key(lua_State *L, int index) {
  Key key = {.rank = RANK_UNORDERED};
  switch (lua_type(L, index)) {
    case LUA_TNUMBER:
      key.index = lua_isinteger(L, index) ? lua_tointeger(L, index) : 0;
      key.number = lua_tonumber(L, index);
      key.rank = key.index >= 1 ? RANK_LIST : RANK_NUMBER;
      break;
    case LUA_TSTRING:
      key.rank = RANK_STRING;
      key.bytes = lua_tolstring(L, index, &key.count);
      break;
    case LUA_TBOOLEAN:
      key.rank = RANK_BOOLEAN;
      key.number = lua_toboolean(L, index);
      break;
    default:
      break;
  }
  return key;
}

static int compare_keys(const void *left, const void *right) {
  const Key *a = left, *b = right;
  if (a->rank != b->rank) return a->rank - b->rank;
  if (a->rank == RANK_LIST) return (a->index > b->index) - (a->index < b->index);
  if (a->rank == RANK_STRING) {
    size_t shorter = a->count < b->count ? a->count : b->count;
    int order = memcmp(a->bytes, b->bytes, shorter);
    if (order != 0) return order;
    return (a->count > b->count) - (a->count < b->count);
  }
  if (a->number != b->number) return a->number < b->number ? -1 : 1;
  return a->slot - b->slot;
}

/* iterator(table, key): upvalues are the sorted keys and the place of the next one */
static int next_sorted(lua_State *L) {
  lua_Integer at = lua_tointeger(L, lua_upvalueindex(2));
  for (;;) {
    at++;
    lua_pushinteger(L, at);
    lua_replace(L, lua_upvalueindex(2));
    if (lua_rawgeti(L, lua_upvalueindex(1), at) == LUA_TNIL) return 1;
    lua_pushvalue(L, -1);
    lua_rawget(L, 1);
    if (!lua_isnil(L, -1)) return 2; /* else removed on the way */
    lua_pop(L, 2);
  }
}

/* Pushes the keys that are not 1...length. Returns their count. */
static int collect_keys(lua_State *L, int table, lua_Integer length) {
  int count = 0;
  lua_newtable(L);
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    lua_Integer n = lua_isinteger(L, -1) ? lua_tointeger(L, -1) : 0;
    if (n >= 1 && n <= length) continue;
    lua_pushvalue(L, -1);
    lua_rawseti(L, -3, ++count);
  }
  return count;
}

/* [-0, +1, m] the keys at `keys`, sorted, after 1...length */
static void push_sorted(lua_State *L, int keys, int count, lua_Integer length) {
  Key *sorted = lua_newuserdatauv(L, sizeof(Key) * (size_t)count, 0);
  for (int i = 0; i < count; i++) {
    lua_rawgeti(L, keys, i + 1);
    sorted[i] = read_key(L, -1); /* the table of keys holds on to the bytes */
    sorted[i].slot = i + 1;
    lua_pop(L, 1);
  }
  qsort(sorted, (size_t)count, sizeof(Key), compare_keys);
  lua_createtable(L, count + (int)length, 0);
  for (lua_Integer i = 1; i <= length; i++) {
    lua_pushinteger(L, i);
    lua_rawseti(L, -2, i);
  }
  for (int i = 0; i < count; i++) {
    lua_rawgeti(L, keys, sorted[i].slot);
    lua_rawseti(L, -2, length + i + 1);
  }
  lua_remove(L, -2);
}

/* Lua's own next, in no order: for tables where order does not matter. */
int mocklua_plain_next(lua_State *L) {
  lua_settop(L, 2);
  if (lua_next(L, 1)) return 2;
  lua_pushnil(L);
  return 1;
}

/* Goes through 1...n; a list may have holes. */
static int list_next(lua_State *L) {
  lua_Integer i = luaL_checkinteger(L, 2), length = (lua_Integer)lua_rawlen(L, 1);
  while (++i <= length) {
    if (lua_rawgeti(L, 1, i) != LUA_TNIL) {
      lua_pushinteger(L, i);
      lua_insert(L, -2);
      return 2;
    }
    lua_pop(L, 1);
  }
  lua_pushnil(L);
  return 1;
}

static int sorted_pairs(lua_State *L) {
  luaL_checkany(L, 1);
  if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
    lua_pushvalue(L, 1);
    lua_call(L, 1, 3);
    return 3;
  }
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  lua_Integer length = (lua_Integer)lua_rawlen(L, 1);
  mocklua_charge(L, (uint64_t)length / 8 + 1);
  int count = collect_keys(L, 1, length);
  if (count == 0) {
    lua_pushcfunction(L, list_next);
    lua_pushvalue(L, 1);
    lua_pushinteger(L, 0);
    return 3;
  }
  if (count == 1 && length == 0) {
    lua_pushcfunction(L, mocklua_plain_next);
    lua_pushvalue(L, 1);
    lua_pushnil(L);
    return 3;
  }
  mocklua_charge(L, (uint64_t)count);
  push_sorted(L, 2, count, length);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, next_sorted, 2);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

/* The first of the keys without an order, after the one on top of the stack. [-1, +2|1, v] */
static int next_unordered(lua_State *L) {
  while (lua_next(L, 1)) {
    if (read_key(L, -2).rank == RANK_UNORDERED) return 2;
    lua_pop(L, 1);
  }
  lua_pushnil(L);
  return 1;
}

/* The smallest key that is greater than `current`, or the smallest of all. [-0, +2|1, v] */
static int next_ordered(lua_State *L, const Key *current) {
  Key best = {.rank = RANK_UNORDERED};
  uint64_t looked_at = 0;
  lua_settop(L, 2);
  lua_pushnil(L); /* 3: the best key so far */
  lua_pushnil(L);
  while (lua_next(L, 1)) {
    lua_pop(L, 1);
    looked_at++;
    Key key = read_key(L, -1);
    if (key.rank == RANK_UNORDERED) continue;
    if (current != NULL && compare_keys(&key, current) <= 0) continue;
    if (best.rank != RANK_UNORDERED && compare_keys(&key, &best) >= 0) continue;
    best = key;
    lua_pushvalue(L, -1);
    lua_replace(L, 3);
  }
  mocklua_charge(L, looked_at);
  if (best.rank == RANK_UNORDERED) {
    lua_pushnil(L);
    return next_unordered(L);
  }
  lua_settop(L, 3);
  lua_pushvalue(L, 3);
  lua_rawget(L, 1);
  return 2;
}

/*
 * next(table [, key]): a list goes on in constant time, other keys by one look at all of them. The
 * order is that of the keys themselves, so that clearing fields on the way does no harm.
 */
static int sorted_next(lua_State *L) {
  lua_settop(L, 2);
  if (luaL_getmetafield(L, 1, "__next") == LUA_TFUNCTION) { /* the runtime's own tables without data */
    lua_insert(L, 1);
    lua_call(L, 2, 2);
    return 2;
  }
  lua_settop(L, 2);
  if (luaL_getmetafield(L, 1, "__data") == LUA_TTABLE) lua_replace(L, 1); /* a view */
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  if (lua_isnil(L, 2)) {
    lua_pushinteger(L, 1);
    if (lua_rawgeti(L, 1, 1) != LUA_TNIL) return 2;
    return next_ordered(L, NULL);
  }
  Key current = read_key(L, 2);
  if (current.rank == RANK_LIST && current.index < LUA_MAXINTEGER) {
    lua_pushinteger(L, current.index + 1);
    if (lua_rawgeti(L, 1, current.index + 1) != LUA_TNIL) return 2;
  }
  if (current.rank == RANK_UNORDERED) {
    lua_settop(L, 2);
    return next_unordered(L);
  }
  return next_ordered(L, &current);
}

void mocklua_open_iteration(lua_State *L) {
  lua_register(L, "pairs", sorted_pairs);
  lua_register(L, "next", sorted_next);
}
