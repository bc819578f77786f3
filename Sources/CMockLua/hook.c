/*
 * The hook, which Lua calls between instructions. It checks the limits (limits.c), chooses the number of instructions
 * until the next check (pace.c), and counts lines (coverage.c). Coroutines inherit it from the thread that creates
 * them.
 */
#include "internal.h"

void mocklua_hook(lua_State *L, lua_Debug *event) {
  mocklua_State *state = mocklua_owner(L);
  if (event->event == LUA_HOOKLINE) {
    mocklua_count_line(L, event);
    return;
  }
  if (state->meter == NULL) return;
#ifdef MOCKLUA_WATCHES_C_STACK
  char *frame = __builtin_frame_address(0);
  if (frame - state->stack_end < MOCKLUA_C_STACK_RESERVE) luaL_error(L, "C stack overflow");
#endif
  mocklua_Limit limit = mocklua_spend_instructions(L, state, (uint64_t)lua_gethookcount(L));
  if (limit == MOCKLUA_LIMIT_NONE) {
    mocklua_adapt_pace(L);
    return;
  }
  if (state->meter->killed == MOCKLUA_LIMIT_NONE) {
    state->meter->killed = limit;
    mocklua_note_stop(L);
  }
  if (lua_isyieldable(L)) {
    lua_yield(L, 0); /* takes effect when the hook returns */
    return;
  }
  mocklua_raise_stop(L);
}
