/*
 * The pace of the hook: how many instructions run between two looks at the limits.
 *
 * A look costs what some instructions cost, so that there are many of them between two. But one instruction may copy
 * or compare the largest block that there is, or search a long chain of a table. So the interval follows the size of
 * that block, and what the last interval took: one that was slow makes the next ones short, quick ones make them
 * longer again.
 *
 * Lua keeps the interval in each thread. A thread gets the present one when it is resumed, when another one that ran
 * in it comes back, and when a larger block comes while it runs.
 */
#include "internal.h"

#ifdef MOCKLUA_WATCHES_C_STACK
#define LARGEST_INTERVAL 50
#else
#define LARGEST_INTERVAL MOCKLUA_HOOK_INTERVAL
#endif

/* What instructions between two looks may copy together: some milliseconds. */
#define BYTES_PER_LOOK ((size_t)100 << 20)
/* Nanoseconds: an interval that took longer is slow, and the next one is to take about as long as a quick one. */
#define SLOW 20000000u
#define QUICK 5000000u

static int interval(const mocklua_State *state) {
  int pace = state->pace > 0 ? state->pace : LARGEST_INTERVAL;
  size_t largest = state->heap.largest;
  if (largest <= BYTES_PER_LOOK / LARGEST_INTERVAL) return pace;
  size_t instructions = BYTES_PER_LOOK / largest;
  if (instructions > (size_t)pace) return pace;
  return instructions == 0 ? 1 : (int)instructions;
}

/* Whether lines are counted as well is for whoever calls a script's function to say (coverage.c). */
void mocklua_set_hook(lua_State *L, int instructions) {
  lua_sethook(L, mocklua_hook, LUA_MASKCOUNT | (lua_gethookmask(L) & LUA_MASKLINE), instructions);
}

void mocklua_arm(lua_State *L) { mocklua_set_hook(L, interval(mocklua_owner(L))); }

void mocklua_keep_pace(lua_State *L) {
  mocklua_State *state = mocklua_owner(L);
  int count = lua_gethookcount(L);
  if (lua_gethook(L) != mocklua_hook || count <= 1 || mocklua_is_killed(state)) return;
  if (count != interval(state)) mocklua_arm(L);
}

/* Only a longer interval is given up: a look that has been asked for comes first. */
void mocklua_note_largest(mocklua_State *state, size_t weight) {
  if (weight <= state->heap.largest) return;
  state->heap.largest = weight;
  lua_State *L = state->running;
  if (state->meter == NULL || lua_gethookcount(L) <= interval(state)) return;
  mocklua_keep_pace(L);
}

void mocklua_forget_pace(mocklua_State *state) { state->looked_at = 0; }

/* Called by the hook when no limit has been reached. */
void mocklua_adapt_pace(lua_State *L) {
  mocklua_State *state = mocklua_owner(L);
  uint64_t now = mocklua_now(), took = state->looked_at == 0 ? 0 : now - state->looked_at;
  int count = lua_gethookcount(L);
  if (took > SLOW) {
    uint64_t shorter = (uint64_t)count * QUICK / took;
    state->pace = shorter == 0 ? 1 : (int)shorter;
  } else if (state->pace > 0 && took < QUICK) {
    state->pace = count > LARGEST_INTERVAL / 2 ? 0 : count * 2;
  }
  state->looked_at = now;
  if (count == interval(state)) return;
  /* That goes through all functions on the stack, and does not count as time of the next instructions. */
  mocklua_arm(L);
  state->looked_at = mocklua_now();
}
