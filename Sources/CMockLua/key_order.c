/*
 * The order of keys: first a list (1, 2, ...), then other numbers, then strings by their bytes, then false and true.
 * Tables, functions, and other objects are unordered.
 */
#include "key_order.h"

#include <math.h>

/* Runs of this length are sorted by insertion. */
#define SHORT_RUN 8

mocklua_Key mocklua_read_key(lua_State *L, int index) {
  mocklua_Key key = {.rank = MOCKLUA_UNORDERED_KEY};
  switch (lua_type(L, index)) {
    case LUA_TNUMBER:
      key.is_integer = lua_isinteger(L, index);
      key.integer = lua_tointeger(L, index);
      key.number = lua_tonumber(L, index);
      key.rank =
          key.is_integer && key.integer >= 1 ? MOCKLUA_LIST_KEY : MOCKLUA_NUMBER_KEY;
      break;
    case LUA_TSTRING:
      key.rank = MOCKLUA_STRING_KEY;
      key.bytes = lua_tolstring(L, index, &key.count);
      break;
    case LUA_TBOOLEAN:
      key.rank = MOCKLUA_BOOLEAN_KEY;
      key.number = lua_toboolean(L, index);
      break;
  }
  return key;
}

/* Compares an integer with a float that isn't integral, without rounding either. */
static int compare_mixed(lua_Integer integer, lua_Number number) {
  const lua_Number beyond = 9223372036854775808.0; /* 2^63 */
  if (number >= beyond) return -1;
  if (number < -beyond) return 1;
  lua_Integer below = (lua_Integer)floor(number);
  return integer > below ? 1 : -1;
}

static int compare_numbers(const mocklua_Key *a, const mocklua_Key *b) {
  if (a->is_integer && b->is_integer) {
    return (a->integer > b->integer) - (a->integer < b->integer);
  }
  if (a->is_integer) return compare_mixed(a->integer, b->number);
  if (b->is_integer) return -compare_mixed(b->integer, a->number);
  return (a->number > b->number) - (a->number < b->number);
}

static int compare_strings(mocklua_Work *work, const mocklua_Key *a, const mocklua_Key *b) {
  size_t shorter = a->count < b->count ? a->count : b->count;
  for (size_t done = 0; done < shorter;) {
    size_t slice = shorter - done < MOCKLUA_SLICE ? shorter - done : MOCKLUA_SLICE;
    int order = memcmp(a->bytes + done, b->bytes + done, slice);
    if (order != 0) return order;
    done += slice;
    if (slice >= MOCKLUA_FREE_BYTES) mocklua_spend_bytes(work, slice);
  }
  return (a->count > b->count) - (a->count < b->count);
}

int mocklua_compare_keys(mocklua_Work *work, const mocklua_Key *a, const mocklua_Key *b) {
  if (a->rank != b->rank) return (int)a->rank - (int)b->rank;
  switch (a->rank) {
    case MOCKLUA_LIST_KEY:
    case MOCKLUA_NUMBER_KEY:
    case MOCKLUA_BOOLEAN_KEY: return compare_numbers(a, b);
    case MOCKLUA_STRING_KEY: return compare_strings(work, a, b);
    default: return 0;
  }
}

static void insert_keys(mocklua_Work *work, mocklua_Key *keys, size_t count) {
  for (size_t i = 1; i < count; i++) {
    mocklua_Key key = keys[i];
    size_t place = i;
    for (; place > 0 && mocklua_compare_keys(work, &key, &keys[place - 1]) < 0; place--) {
      keys[place] = keys[place - 1];
    }
    keys[place] = key;
    mocklua_step(work);
  }
}

static void merge_keys(mocklua_Work *work, const mocklua_Key *from, mocklua_Key *to,
                       size_t middle, size_t count) {
  size_t left = 0, right = middle;
  for (size_t i = 0; i < count; i++) {
    bool takes_left = right == count || (left < middle &&
                      mocklua_compare_keys(work, &from[right], &from[left]) >= 0);
    to[i] = takes_left ? from[left++] : from[right++];
    mocklua_step(work);
  }
}

void mocklua_sort_keys(mocklua_Work *work, mocklua_Key *keys, mocklua_Key *spare, size_t count) {
  for (size_t at = 0; at < count; at += SHORT_RUN) {
    insert_keys(work, keys + at, count - at < SHORT_RUN ? count - at : SHORT_RUN);
  }
  mocklua_Key *from = keys, *to = spare;
  for (size_t run = SHORT_RUN; run < count; run *= 2) {
    for (size_t at = 0; at < count; at += 2 * run) {
      size_t rest = count - at, length = rest < 2 * run ? rest : 2 * run;
      merge_keys(work, from + at, to + at, length < run ? length : run, length);
    }
    mocklua_Key *sorted = to;
    to = from;
    from = sorted;
  }
  if (from != keys) memcpy(keys, from, sizeof *keys * count);
}
