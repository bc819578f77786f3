/*
 * What the library functions that scripts see share.
 *
 * The hook that looks at the limits counts instructions of Lua: it sleeps while a C function works. A C
 * function whose work can grow large therefore charges for it, and looks at the clock on the way. What a
 * function does at most without that stays in the microseconds, so that small calls cost nothing more.
 */
#ifndef MOCKLUA_LIBRARY_H
#define MOCKLUA_LIBRARY_H

#include "internal.h"

/* Elements or steps between two looks at the limits: some ten microseconds. */
#define MOCKLUA_STRIDE 1024
/* Work that is not worth a charge. */
#define MOCKLUA_FREE_ELEMENTS 64
#define MOCKLUA_FREE_BYTES 4096
/* Bytes that are copied, compared or searched in one go between two looks. */
#define MOCKLUA_SLICE ((size_t)64 << 10)

/* Charges for bytes that are about to be copied or compared. [-0, +0, v] */
static inline void mocklua_charge_bytes(lua_State *L, size_t count) {
  if (count >= MOCKLUA_FREE_BYTES) mocklua_charge(L, count / 64);
}

/* Charges for values that are about to be pushed or moved. [-0, +0, v] */
static inline void mocklua_charge_values(lua_State *L, size_t count) {
  if (count >= MOCKLUA_FREE_ELEMENTS) mocklua_charge(L, count);
}

/* A loop's share of the budget: `mocklua_step` in each turn, `mocklua_settle` after the last. */
typedef struct mocklua_Work {
  lua_State *L;
  int32_t left; /* steps until the next look at the limits */
} mocklua_Work;

static inline mocklua_Work mocklua_work(lua_State *L) {
  return (mocklua_Work){L, MOCKLUA_STRIDE};
}

/* Pays for the steps made, and gives the next ones. [-0, +0, v] */
void mocklua_pay(mocklua_Work *work);

static inline void mocklua_spend(mocklua_Work *work, int32_t steps) {
  if ((work->left -= steps) <= 0) mocklua_pay(work);
}

static inline void mocklua_step(mocklua_Work *work) { mocklua_spend(work, 1); }

static inline void mocklua_settle(mocklua_Work *work) {
  if (MOCKLUA_STRIDE - work->left >= MOCKLUA_FREE_ELEMENTS) mocklua_pay(work);
}

/* The same for bytes, of which a step has 64. No string is so long that its steps would not fit. */
static inline void mocklua_spend_bytes(mocklua_Work *work, size_t count) {
  mocklua_spend(work, 1 + (int32_t)(count / 64));
}

/* Copies in slices between which the limits are looked at. [-0, +0, v] */
void mocklua_copy_bytes(mocklua_Work *work, char *to, const char *from, size_t count);

/* Adds to a buffer in slices. [-0, +0, v] */
void mocklua_add_bytes(mocklua_Work *work, luaL_Buffer *to, const char *bytes, size_t count);

/* The first zero, or NULL, looked for in slices. [-0, +0, v] */
const char *mocklua_find_zero(mocklua_Work *work, const char *bytes, size_t count);

/* Whether two runs of bytes are equal, compared in slices. [-0, +0, v] */
bool mocklua_equal_bytes(mocklua_Work *work, const char *a, const char *b, size_t count);

/* For what needs much of the C stack, so that it is off it when a script is called back: calls nest 200 deep. */
#define MOCKLUA_APART __attribute__((noinline))

/* Positions in strings count from 1, negative ones from the end. */
size_t mocklua_first_position(lua_Integer position, size_t length);
size_t mocklua_last_position(lua_Integer position, size_t length);

/* The longest string that Lua's own functions make. */
#define MOCKLUA_MAX_STRING ((size_t)INT_MAX)

/* library_base.c: the text of any value, without its address. [-0, +1, e] */
const char *mocklua_push_text(lua_State *L, int index, size_t *count);

/* library_table.c: the length that `table`'s functions go by, `__len` included. [-0, +0, e] */
lua_Integer mocklua_table_length(lua_State *L, int index, bool is_written);

/* library_table.c: lets a view (views.lua) change its own data; false, and nothing done, for other tables. The
   results are on the stack, from index 1 on. [-n, +n, e] */
bool mocklua_edit_view(lua_State *L, const char *word);

/* The parts of libraries that replace Lua's own; the library's table is on top. [-0, +0, m] */
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
