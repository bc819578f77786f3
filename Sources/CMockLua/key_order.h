/* The fixed order of a table's keys (key_order.c), for `pairs` and `next` (iteration.c). */
#ifndef MOCKLUA_KEY_ORDER_H
#define MOCKLUA_KEY_ORDER_H

#include "library.h"

/* The ranks of keys, in their order. */
typedef enum mocklua_KeyRank {
  MOCKLUA_LIST_KEY, /* an integer from 1 */
  MOCKLUA_NUMBER_KEY,
  MOCKLUA_STRING_KEY,
  MOCKLUA_BOOLEAN_KEY,
  MOCKLUA_UNORDERED_KEY,
} mocklua_KeyRank;

typedef struct mocklua_Key {
  uint8_t rank;
  bool is_integer;
  int slot; /* where the key stands in a table of keys */
  union {
    struct {
      lua_Integer integer;
      lua_Number number; /* of a boolean, 0 or 1 */
    };
    struct {
      const char *bytes;
      size_t count;
    };
  };
} mocklua_Key;

/* Reads the key at `index`, which holds on to its bytes. [-0, +0, -] */
mocklua_Key mocklua_read_key(lua_State *L, int index);

/* Less than, equal to or greater than 0. Keys without an order are equal. [-0, +0, v] */
int mocklua_compare_keys(mocklua_Work *work, const mocklua_Key *a, const mocklua_Key *b);

/* Sorts keys by means of `spare`, which has room for as many. Equal keys keep their order. [-0, +0, v] */
void mocklua_sort_keys(mocklua_Work *work, mocklua_Key *keys, mocklua_Key *spare, size_t count);

#endif
