/*
 * `pairs` and `next` in a fixed order (key_order.c), so that the same script produces the same bytes.
 *
 * Stock Lua orders string keys by a hash whose seed differs between runs. Here, `next` finds the following key in one
 * pass over all keys, so that it needs no extra memory. In a list, it takes constant time. `pairs` sorts the keys once.
 * As in Lua, an iterator continues from the key that it receives, fields can be cleared during the iteration, and a key
 * that isn't in the table is an error.
 */
#include "key_order.h"

/* The number of missing list elements after which `next` searches all keys. */
#define SMALL_GAP 16
/* The number of keys that `pairs` keeps without a separate table. */
#define FEW_KEYS 24

/* Lua's own next, for tables in which the order doesn't matter. */
int mocklua_plain_next(lua_State *L) {
  lua_settop(L, 2);
  if (lua_next(L, 1)) return 2;
  lua_pushnil(L);
  return 1;
}

/* Raises if the key at index 2 isn't in the table and wasn't cleared during the iteration. [-0, +0, v] */
static void check_key(lua_State *L) {
  int top = lua_gettop(L);
  lua_pushvalue(L, 2);
  bool is_normal = lua_isinteger(L, 2) || lua_type(L, 2) != LUA_TNUMBER;
  if (is_normal && lua_rawget(L, 1) != LUA_TNIL) {
    lua_settop(L, top);
    return;
  }
  lua_settop(L, top);
  lua_pushvalue(L, 2);
  lua_next(L, 1); /* finds the position of a cleared key */
  lua_settop(L, top);
}

/* next, for any key */

/* Pushes the first unordered key after the one on top of the stack. [-1, +2|1, v] */
static int next_unordered(lua_State *L) {
  mocklua_Work work = mocklua_work(L);
  while (lua_next(L, 1)) {
    if (mocklua_read_key(L, -2).rank == MOCKLUA_UNORDERED_KEY) {
      mocklua_pay(&work);
      return 2;
    }
    lua_pop(L, 1);
    mocklua_step(&work);
  }
  mocklua_pay(&work);
  lua_pushnil(L);
  return 1;
}

/* Pushes the smallest key that is greater than `current`, or the smallest of all. [-0, +2|1, v] */
static int next_ordered(lua_State *L, const mocklua_Key *current) {
  mocklua_Key best = {.rank = MOCKLUA_UNORDERED_KEY};
  mocklua_Work work = mocklua_work(L);
  bool has_unordered = false;
  lua_settop(L, 2);
  lua_pushnil(L); /* 3: the best key so far */
  lua_pushnil(L);
  while (lua_next(L, 1)) {
    lua_pop(L, 1);
    mocklua_step(&work);
    mocklua_Key key = mocklua_read_key(L, -1);
    has_unordered |= key.rank == MOCKLUA_UNORDERED_KEY;
    if (current != NULL && mocklua_compare_keys(&work, &key, current) <= 0) continue;
    if (mocklua_compare_keys(&work, &key, &best) >= 0) continue;
    best = key;
    lua_pushvalue(L, -1);
    lua_replace(L, 3);
  }
  mocklua_pay(&work); /* always: a table that was emptied is searched to its end */
  if (best.rank != MOCKLUA_UNORDERED_KEY) {
    lua_settop(L, 3);
    lua_pushvalue(L, 3);
    lua_rawget(L, 1);
    return 2;
  }
  lua_pushnil(L);
  return has_unordered ? next_unordered(L) : 1;
}

static bool push_if_there(lua_State *L, lua_Integer i) {
  lua_pushinteger(L, i);
  if (lua_rawgeti(L, 1, i) != LUA_TNIL) return true;
  lua_pop(L, 2);
  return false;
}

/* Pushes the element after number `i` of a list, unless many are missing in between. [-0, +2|0, -] */
static bool push_element(lua_State *L, lua_Integer i) {
  if (i == LUA_MAXINTEGER) return false;
  if (push_if_there(L, i + 1)) return true;
  lua_Integer length = (lua_Integer)lua_rawlen(L, 1);
  for (int gap = 0; gap < SMALL_GAP && i < length; gap++) {
    if (push_if_there(L, ++i)) return true;
  }
  return false;
}

static int next_key(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  if (lua_isnil(L, 2)) return push_if_there(L, 1) ? 2 : next_ordered(L, NULL);
  check_key(L);
  mocklua_Key current = mocklua_read_key(L, 2);
  if (current.rank == MOCKLUA_LIST_KEY && push_element(L, current.integer)) return 2;
  if (current.rank != MOCKLUA_UNORDERED_KEY) return next_ordered(L, &current);
  lua_settop(L, 2);
  return next_unordered(L);
}

static int base_next(lua_State *L) {
  lua_settop(L, 2);
  if (luaL_getmetafield(L, 1, "__next") == LUA_TFUNCTION) { /* views and the state */
    lua_insert(L, 1);
    lua_call(L, 2, 2);
    return 2;
  }
  lua_settop(L, 2);
  return next_key(L);
}

/* pairs: the iterator of a list for which Lua's order is from 1 to the end */

static int next_element(lua_State *L) {
  lua_settop(L, 2);
  luaL_checktype(L, 1, LUA_TTABLE);
  if (!lua_isnil(L, 2) && !lua_isinteger(L, 2)) return next_key(L);
  lua_Integer i = lua_tointeger(L, 2);
  if (i >= 0 && i < LUA_MAXINTEGER) {
    lua_pushinteger(L, i + 1);
    if (lua_rawgeti(L, 1, i + 1) != LUA_TNIL) return 2;
    lua_settop(L, 2);
  }
  mocklua_charge(L, 1);
  lua_pushvalue(L, 2);
  if (lua_next(L, 1) == 0) { /* clearing fields during the iteration may have left some after this one */
    lua_pushnil(L);
    return 1;
  }
  lua_settop(L, 2);
  return next_key(L);
}

/* pairs: the iterator of a table with a single key */

static int next_single(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  mocklua_charge(L, 1);
  return mocklua_plain_next(L);
}

/* pairs: the iterator of any other table */

/*
 * The iterator's state. The keys outside of the list are its user values, in order. If there are many, they are in a
 * table instead, which is the iterator's first upvalue. The state is the second.
 */
typedef struct Order {
  const void *table;
  lua_Integer length; /* of the list, whose keys come first */
  lua_Integer count;  /* of the other keys */
  lua_Integer at;     /* the number of keys already visited */
  bool has_table;     /* the other keys are in a table, not in user values */
  int slots[];        /* the positions of the other keys in their table */
} Order;

/* Pushes one of the keys outside of the list, numbered from 1. [-0, +1, -] */
static void push_key(lua_State *L, const Order *order, lua_Integer i) {
  if (!order->has_table) {
    lua_getiuservalue(L, lua_upvalueindex(2), (int)i);
  } else {
    lua_rawgeti(L, lua_upvalueindex(1), order->slots[i - 1]);
  }
}

/* Returns whether the key at index 2 is the last one visited. */
static bool is_last(lua_State *L, const Order *order) {
  if (order->at == 0) return lua_isnil(L, 2);
  if (order->at <= order->length) {
    return lua_isinteger(L, 2) && lua_tointeger(L, 2) == order->at;
  }
  push_key(L, order, order->at - order->length);
  bool result = lua_rawequal(L, 2, -1) && lua_isinteger(L, 2) == lua_isinteger(L, -1);
  lua_pop(L, 1);
  return result;
}

/* Returns the number of keys visited up to the one at index 2. A script may continue from any key. */
static lua_Integer find_place(lua_State *L, const Order *order) {
  if (lua_isnil(L, 2)) return 0;
  check_key(L);
  mocklua_Work work = mocklua_work(L);
  mocklua_Key key = mocklua_read_key(L, 2);
  if (key.rank == MOCKLUA_LIST_KEY && key.integer <= order->length) return key.integer;
  lua_Integer i = 1;
  for (; i <= order->count; i++) {
    mocklua_step(&work);
    push_key(L, order, i);
    mocklua_Key other = mocklua_read_key(L, -1);
    bool is_same = lua_rawequal(L, 2, -1);
    lua_pop(L, 1);
    if (is_same) return order->length + i;
    if (mocklua_compare_keys(&work, &key, &other) < 0) break;
  }
  return order->length + i - 1;
}

static int next_in_order(lua_State *L) {
  lua_settop(L, 2);
  luaL_checktype(L, 1, LUA_TTABLE);
  Order *order = lua_touserdata(L, lua_upvalueindex(2));
  if (lua_topointer(L, 1) != order->table) return next_key(L);
  if (!is_last(L, order)) order->at = find_place(L, order);
  mocklua_Work work = mocklua_work(L);
  while (order->at < order->length + order->count) {
    order->at++;
    if (order->at <= order->length) {
      lua_pushinteger(L, order->at);
    } else {
      push_key(L, order, order->at - order->length);
    }
    lua_pushvalue(L, -1);
    if (lua_rawget(L, 1) != LUA_TNIL) return 2; /* otherwise, the field was cleared, or it is a hole */
    lua_pop(L, 2);
    mocklua_step(&work);
  }
  lua_pushnil(L);
  return 1;
}

/* The results of a pass over all keys of the table at index 1. */
typedef struct Keys {
  lua_Integer length;  /* of the list */
  lua_Integer members; /* the number of keys within the list */
  lua_Integer count;   /* of the other keys; if there are few, they are on the stack from index 2 */
  bool is_ascending;   /* Lua's own order visits the list from 1 to its end */
} Keys;

/* [-0, +n, v] */
static Keys look_at_keys(lua_State *L, lua_Integer length, mocklua_Work *work) {
  Keys keys = {.length = length, .is_ascending = true};
  lua_settop(L, 1);
  lua_pushnil(L);
  while (lua_next(L, 1)) {
    lua_pop(L, 1);
    mocklua_step(work);
    lua_Integer i = lua_isinteger(L, -1) ? lua_tointeger(L, -1) : 0;
    if (i >= 1 && i <= length) {
      keys.is_ascending &= ++keys.members == i;
    } else if (++keys.count <= FEW_KEYS) {
      lua_pushvalue(L, -1);
    }
  }
  if (keys.count > FEW_KEYS) lua_settop(L, 1);
  return keys;
}

static Order *push_order(lua_State *L, const Keys *keys, size_t slots, int values) {
  Order *order = lua_newuserdatauv(L, sizeof *order + slots * sizeof *order->slots, values);
  order->table = lua_topointer(L, 1);
  order->length = keys->length;
  order->count = keys->count;
  order->at = 0;
  order->has_table = values == 0;
  return order;
}

/* Sorts keys on the stack, starting at index 2. Pushes the upvalues of the iterator. [-0, +2, v] */
MOCKLUA_APART static void push_few(lua_State *L, const Keys *keys, mocklua_Work *work) {
  mocklua_Key sorted[2 * FEW_KEYS];
  int count = (int)keys->count;
  for (int i = 0; i < count; i++) {
    sorted[i] = mocklua_read_key(L, 2 + i);
    sorted[i].slot = 2 + i;
  }
  mocklua_sort_keys(work, sorted, sorted + count, (size_t)count);
  lua_pushnil(L);
  push_order(L, keys, 0, count);
  for (int i = 0; i < count; i++) {
    lua_pushvalue(L, sorted[i].slot);
    lua_setiuservalue(L, -2, i + 1);
  }
}

/*
 * Collects and sorts keys. A weak table may have fewer keys than were counted, because making room for them collects
 * garbage, so the number of copied keys is used. Pushes the upvalues of the iterator. [-0, +2, v]
 */
static void push_many(lua_State *L, Keys *keys, mocklua_Work *work) {
  lua_Integer count = 0;
  lua_createtable(L, (int)keys->count, 0);
  lua_pushnil(L);
  while (lua_next(L, 1)) {
    lua_pop(L, 1);
    mocklua_step(work);
    lua_Integer i = lua_isinteger(L, -1) ? lua_tointeger(L, -1) : 0;
    if (i >= 1 && i <= keys->length) continue;
    lua_pushvalue(L, -1);
    lua_rawseti(L, 2, ++count);
  }
  keys->count = count;
  mocklua_Key *sorted = lua_newuserdatauv(L, 2 * (size_t)count * sizeof *sorted, 0);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, 2, i);
    sorted[i - 1] = mocklua_read_key(L, -1); /* the table of keys keeps the bytes alive */
    sorted[i - 1].slot = (int)i;
    lua_pop(L, 1);
    mocklua_step(work);
  }
  mocklua_sort_keys(work, sorted, sorted + count, (size_t)count);
  Order *order = push_order(L, keys, (size_t)count, 0);
  for (lua_Integer i = 0; i < count; i++) order->slots[i] = sorted[i].slot;
  lua_remove(L, -2);
}

static int finish_pairs(lua_State *L, int status, lua_KContext context) {
  (void)L;
  (void)status;
  (void)context;
  return 3;
}

/* Pushes the iterator of the table at index 1. [-0, +1, v] */
static void push_iterator(lua_State *L) {
  mocklua_Work work = mocklua_work(L);
  Keys keys = look_at_keys(L, (lua_Integer)lua_rawlen(L, 1), &work);
  if (keys.members < keys.length / 2) keys = look_at_keys(L, 0, &work); /* more holes than elements */
  if (keys.count == 0 && keys.members == keys.length && keys.is_ascending) {
    lua_pushcfunction(L, next_element);
  } else if (keys.count == 1 && keys.length == 0) {
    lua_pushcfunction(L, next_single);
  } else {
    if (keys.count <= FEW_KEYS) {
      push_few(L, &keys, &work);
    } else {
      push_many(L, &keys, &work);
    }
    lua_pushcclosure(L, next_in_order, 2);
  }
  mocklua_pay(&work); /* always: a table that was emptied is searched to its end */
}

static int base_pairs(lua_State *L) {
  luaL_checkany(L, 1);
  if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
    lua_pushvalue(L, 1);
    lua_callk(L, 1, 3, 0, finish_pairs);
    return 3;
  }
  if (lua_istable(L, 1)) {
    luaL_checkstack(L, FEW_KEYS + LUA_MINSTACK, "too many keys"); /* plus the slots for each step */
    push_iterator(L);
  } else {
    lua_pushcfunction(L, next_element); /* raises when the loop starts, as in Lua */
  }
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

void mocklua_open_iteration(lua_State *L) {
  lua_register(L, "pairs", base_pairs);
  lua_register(L, "next", base_next);
}
