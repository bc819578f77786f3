/*
 * The pace of the hook: the number of instructions between two checks of the limits.
 *
 * A check costs as much as several instructions, so there are many instructions in between. However, a single
 * instruction may copy or compare the largest existing block, or search a long chain of a table. So the interval
 * depends on the size of that block, and on the duration of the last interval. A slow interval shortens the next ones,
 * and quick intervals lengthen them again.
 *
 * Lua stores the interval in each thread. A thread gets the current interval when it is resumed, when a thread that it
 * resumed returns, and when a larger block is allocated while it runs.
 */
#include "internal.h"

#ifdef MOCKLUA_WATCHES_C_STACK
#define LARGEST_INTERVAL 50
#else
#define LARGEST_INTERVAL MOCKLUA_HOOK_INTERVAL
#endif

/* The number of bytes that instructions may copy between two checks, which takes several milliseconds. */
#define BYTES_PER_LOOK ((size_t)100 << 20)
/* In nanoseconds. An interval that took longer than SLOW shortens the next one to about QUICK. */
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

/*
 * Keeps the line hook as it is, because the caller of a script's function decides whether lines are counted
 * (coverage.c).
 */
void mocklua_set_hook(lua_State *L, int instructions) {
  lua_sethook(L, mocklua_owner(L)->hook, LUA_MASKCOUNT | (lua_gethookmask(L) & LUA_MASKLINE), instructions);
}

void mocklua_arm(lua_State *L) { mocklua_set_hook(L, interval(mocklua_owner(L))); }

void mocklua_keep_pace(lua_State *L) {
  mocklua_State *state = mocklua_owner(L);
  int count = lua_gethookcount(L);
  if (lua_gethook(L) != state->hook || count <= 1 || mocklua_is_killed(state)) return;
  if (count != interval(state)) mocklua_arm(L);
}

/* Only shortens the interval, because a requested check takes precedence. */
void mocklua_note_largest(mocklua_State *state, size_t weight) {
  if (weight <= state->heap.largest) return;
  state->heap.largest = weight;
  lua_State *L = state->running;
  if (state->meter == NULL || lua_gethookcount(L) <= interval(state)) return;
  mocklua_keep_pace(L);
}

void mocklua_forget_pace(mocklua_State *state) { state->looked_at = 0; }

/* Called by the hook when no limit has been exceeded. */
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
  /* This goes through all functions on the stack, and doesn't count as time of the next instructions. */
  mocklua_arm(L);
  state->looked_at = mocklua_now();
}
