/*
 * `table.sort`, with the same order of comparisons as Lua's own, so that elements that compare as equal end up in the
 * same positions as in Lua.
 *
 * It is a quicksort with the median of three as its pivot. Lua recurses for the smaller part. This function instead
 * keeps a list of the remaining larger parts, so that an order function that sorts recursively needs little of the C
 * stack. If the sizes of parts are very unequal, Lua chooses a pivot based on the clock. Here, the choice is fixed.
 */
#include "library.h"

/* The maximum number of remaining parts, because each split at least halves the current part. */
#define MAX_PARTS 32
/* Up to this length, the pivot is always the middle. */
#define LARGE_PART 100
/* The fixed random number for parts of unequal sizes. */
#define DRAW 0x9E3779B9u

typedef struct Part {
  unsigned first, last, draw;
} Part;

/* Pops two values into two positions, the top one first. */
static void put_two(lua_State *L, unsigned upper, unsigned lower) {
  lua_seti(L, 1, upper);
  lua_seti(L, 1, lower);
}

/* Returns whether the value at index `a` comes before the one at `b`. Both indices are relative to the top. */
static bool comes_before(lua_State *L, mocklua_Work *work, int a, int b) {
  if (lua_isnil(L, 2)) {
    if (lua_type(L, a) == LUA_TSTRING) mocklua_spend_bytes(work, lua_rawlen(L, a));
    mocklua_step(work);
    return lua_compare(L, a, b, LUA_OPLT);
  }
  mocklua_step(work);
  lua_pushvalue(L, 2);
  lua_pushvalue(L, a - 1);
  lua_pushvalue(L, b - 2);
  lua_call(L, 2, 1);
  bool result = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return result;
}

/* Swaps the elements at two positions if they are out of order. `low` is the lower position. */
static void order_two(lua_State *L, mocklua_Work *work, unsigned low, unsigned high) {
  lua_geti(L, 1, low);
  lua_geti(L, 1, high);
  if (comes_before(L, work, -1, -2)) {
    put_two(L, low, high);
  } else {
    lua_pop(L, 2);
  }
}

static int refuse_order(lua_State *L) {
  return luaL_error(L, "invalid order function for sorting");
}

/*
 * Moves the elements that come before the pivot in front of it. The pivot is on top of the stack and at last - 1. The
 * elements at `first` and `last` are already in order with it. Returns the pivot's position, and pops it.
 */
static unsigned partition(lua_State *L, mocklua_Work *work, unsigned first, unsigned last) {
  unsigned low = first, high = last - 1;
  while (true) {
    while (lua_geti(L, 1, ++low), comes_before(L, work, -1, -2)) {
      if (low == last - 1) refuse_order(L);
      lua_pop(L, 1);
    }
    while (lua_geti(L, 1, --high), comes_before(L, work, -3, -1)) {
      if (high < low) refuse_order(L);
      lua_pop(L, 1);
    }
    if (high < low) {
      lua_pop(L, 1);
      put_two(L, last - 1, low);
      return low;
    }
    put_two(L, low, high);
  }
}

static unsigned choose_pivot(const Part *part) {
  unsigned length = part->last - part->first;
  if (length < LARGE_PART || part->draw == 0) return part->first + length / 2;
  unsigned quarter = length / 4;
  return part->first + quarter + part->draw % (quarter * 2);
}

/* Splits a part of two elements or more. Returns the pivot's position, or 0 if the part is in order. */
static unsigned split(lua_State *L, mocklua_Work *work, const Part *part) {
  unsigned first = part->first, last = part->last;
  order_two(L, work, first, last);
  if (last - first == 1) return 0;
  unsigned pivot = choose_pivot(part);
  lua_geti(L, 1, pivot);
  lua_geti(L, 1, first);
  if (comes_before(L, work, -2, -1)) {
    put_two(L, pivot, first);
  } else {
    lua_pop(L, 1);
    lua_geti(L, 1, last);
    if (comes_before(L, work, -1, -2)) {
      put_two(L, pivot, last);
    } else {
      lua_pop(L, 2);
    }
  }
  if (last - first == 2) return 0;
  lua_geti(L, 1, pivot);
  lua_pushvalue(L, -1);
  lua_geti(L, 1, last - 1);
  put_two(L, pivot, last - 1);
  return partition(L, work, first, last);
}

static void sort_elements(lua_State *L, unsigned count) {
  mocklua_Work work = mocklua_work(L);
  Part left[MAX_PARTS];
  int left_count = 0;
  Part part = {1, count, 0};
  while (true) {
    unsigned pivot = part.first < part.last ? split(L, &work, &part) : 0;
    if (pivot == 0) {
      if (left_count == 0) break;
      part = left[--left_count];
      continue;
    }
    Part lower = {part.first, pivot - 1, part.draw}, upper = {pivot + 1, part.last, part.draw};
    bool is_lower_smaller = pivot - part.first < part.last - pivot;
    Part smaller = is_lower_smaller ? lower : upper, larger = is_lower_smaller ? upper : lower;
    unsigned small_count = is_lower_smaller ? pivot - part.first : part.last - pivot;
    if ((larger.last - larger.first) / 128 > small_count) larger.draw = DRAW;
    left[left_count++] = larger;
    part = smaller;
  }
  mocklua_settle(&work);
}

static int table_sort(lua_State *L) {
  if (mocklua_edit_view(L, "sort")) return 0;
  lua_Integer count = mocklua_table_length(L, 1, true);
  if (count > 1) {
    luaL_argcheck(L, count < INT_MAX, 1, "array too big");
    if (!lua_isnoneornil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_settop(L, 2);
    sort_elements(L, (unsigned)count);
  }
  return 0;
}

void mocklua_open_sort(lua_State *L) {
  lua_pushcfunction(L, table_sort);
  lua_setfield(L, -2, "sort");
}
