/* The fixed order of a table's keys (key_order.c), for `pairs` and `next` (iteration.c). */
#ifndef MOCKLUA_KEY_ORDER_H
#define MOCKLUA_KEY_ORDER_H

#include "library.h"

/* The ranks of keys, in order. */
typedef enum mocklua_KeyRank {
  MOCKLUA_LIST_KEY, /* an integer, starting at 1 */
  MOCKLUA_NUMBER_KEY,
  MOCKLUA_STRING_KEY,
  MOCKLUA_BOOLEAN_KEY,
  MOCKLUA_UNORDERED_KEY,
} mocklua_KeyRank;

typedef struct mocklua_Key {
  uint8_t rank;
  bool is_integer;
  int slot; /* the position of the key in a table of keys */
  union {
    struct {
      lua_Integer integer;
      lua_Number number; /* 0 or 1 for a Boolean */
    };
    struct {
      const char *bytes;
      size_t count;
    };
  };
} mocklua_Key;

/* Reads the key at `index`, which keeps its bytes alive. [-0, +0, -] */
mocklua_Key mocklua_read_key(lua_State *L, int index);

/* Returns a number less than, equal to, or greater than 0. Unordered keys are equal. [-0, +0, v] */
int mocklua_compare_keys(mocklua_Work *work, const mocklua_Key *a, const mocklua_Key *b);

/* Sorts keys, using `spare` as temporary memory of the same size. The sort is stable. [-0, +0, v] */
void mocklua_sort_keys(mocklua_Work *work, mocklua_Key *keys, mocklua_Key *spare, size_t count);

#endif
