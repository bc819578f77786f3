/*
 * Shared code of the library functions that scripts can call.
 *
 * The hook that checks the limits counts Lua instructions. It doesn't run during a C function. So a C function whose
 * work can become large must charge for it, and check the clock in the meantime. Work without a charge is limited to a
 * few microseconds, so that small calls have no extra cost.
 */
#ifndef MOCKLUA_LIBRARY_H
#define MOCKLUA_LIBRARY_H

#include "internal.h"

/* The number of elements or steps between two checks of the limits: about ten microseconds. */
#define MOCKLUA_STRIDE 1024
/* Work that is too small to charge for. */
#define MOCKLUA_FREE_ELEMENTS 64
#define MOCKLUA_FREE_BYTES 4096
/* The number of bytes copied, compared, or searched between two checks. */
#define MOCKLUA_SLICE ((size_t)64 << 10)

/* Charges for bytes before copying or comparing them. [-0, +0, v] */
static inline void mocklua_charge_bytes(lua_State *L, size_t count) {
  if (count >= MOCKLUA_FREE_BYTES) mocklua_charge(L, count / 64);
}

/* Charges for values before pushing or moving them. [-0, +0, v] */
static inline void mocklua_charge_values(lua_State *L, size_t count) {
  if (count >= MOCKLUA_FREE_ELEMENTS) mocklua_charge(L, count);
}

/* A loop's use of the budget. Call `mocklua_step` in each iteration, and `mocklua_settle` after the last one. */
typedef struct mocklua_Work {
  lua_State *L;
  int32_t left; /* steps until the next check of the limits */
} mocklua_Work;

static inline mocklua_Work mocklua_work(lua_State *L) {
  return (mocklua_Work){L, MOCKLUA_STRIDE};
}

/* Charges for the completed steps, and starts the next ones. [-0, +0, v] */
void mocklua_pay(mocklua_Work *work);

static inline void mocklua_spend(mocklua_Work *work, int32_t steps) {
  if ((work->left -= steps) <= 0) mocklua_pay(work);
}

static inline void mocklua_step(mocklua_Work *work) { mocklua_spend(work, 1); }

static inline void mocklua_settle(mocklua_Work *work) {
  if (MOCKLUA_STRIDE - work->left >= MOCKLUA_FREE_ELEMENTS) mocklua_pay(work);
}

/* Charges for bytes, 64 per step. Strings are short enough that the steps don't overflow. */
static inline void mocklua_spend_bytes(mocklua_Work *work, size_t count) {
  mocklua_spend(work, 1 + (int32_t)(count / 64));
}

/* Copies in slices, and checks the limits in between. [-0, +0, v] */
void mocklua_copy_bytes(mocklua_Work *work, char *to, const char *from, size_t count);

/* Appends to a buffer in slices. [-0, +0, v] */
void mocklua_add_bytes(mocklua_Work *work, luaL_Buffer *to, const char *bytes, size_t count);

/* Returns the first zero, or NULL, searching in slices. [-0, +0, v] */
const char *mocklua_find_zero(mocklua_Work *work, const char *bytes, size_t count);

/* Returns whether two byte sequences are equal, comparing in slices. [-0, +0, v] */
bool mocklua_equal_bytes(mocklua_Work *work, const char *a, const char *b, size_t count);

/*
 * For functions that use much of the C stack, so that it is free while a script is called. Calls can be nested 200
 * deep.
 */
#define MOCKLUA_APART __attribute__((noinline))

/* Converts positions in strings, which start at 1, or count from the end if negative. */
size_t mocklua_first_position(lua_Integer position, size_t length);
size_t mocklua_last_position(lua_Integer position, size_t length);

/* The maximum length of a string from Lua's own functions. */
#define MOCKLUA_MAX_STRING ((size_t)INT_MAX)

/* library_base.c: pushes the text of any value, without its address. [-0, +1, e] */
const char *mocklua_push_text(lua_State *L, int index, size_t *count);

/* library_table.c: returns the length that `table`'s functions use, including `__len`. [-0, +0, e] */
lua_Integer mocklua_table_length(lua_State *L, int index, bool is_written);

/* library_table.c: lets a view (views.lua) change its own data. For other tables, returns false and does nothing. The
   results are on the stack, starting at index 1. [-n, +n, e] */
bool mocklua_edit_view(lua_State *L, const char *word);

/* Replace functions of Lua's libraries. The library's table is on top. [-0, +0, m] */
void mocklua_open_base(lua_State *L);
void mocklua_open_numerals(lua_State *L);
void mocklua_open_load(lua_State *L);
void mocklua_open_strings(lua_State *L);
void mocklua_open_patterns(lua_State *L);
void mocklua_open_format(lua_State *L);
void mocklua_open_packing(lua_State *L);
void mocklua_open_table(lua_State *L);
void mocklua_open_sort(lua_State *L);
void mocklua_open_utf8(lua_State *L);
void mocklua_open_math(lua_State *L);
void mocklua_open_time(lua_State *L);

#endif
