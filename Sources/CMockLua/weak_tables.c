/*
 * Weak tables are the runtime's own: for scripts `__mode` is a name like any other.
 *
 * The collector goes over all tables with weak keys again and again, as long as a value that it finds leads to one
 * more living key, in one step that no limit interrupts. Who knows the order in which a table holds its keys can lay
 * out a chain that takes as many rounds as it has links: 60,000 take 14 s, and four times as many take 16 times as
 * long. Nor can such a table be refused: any table becomes weak by a later assignment to its metatable.
 *
 * Scripts cannot start the collector, so that to them a table that is not weak is one that has not been looked at yet.
 * It keeps what it holds until the script's run ends, and the memory limit counts it.
 *
 * The runtime's own tables with weak keys alone hold nothing in their values that the collector would follow.
 */
#include "internal.h"

/* What the event's name is kept under in the registry. */
#define MODE_NAME "mocklua.mode"
#define MODE_LENGTH 6

/*
 * Lua compares short strings by where they lie: there is one of each text, and the names of events are those that it
 * made at the start. One that has another text by then still names its event, and is found by nobody who writes
 * `__mode`: that is a new string. Nobody writes the other text either, as it is drawn anew for each state. It holds no
 * zero, with which Lua would take it for a shorter text of C's.
 */
void mocklua_hide_weakness(lua_State *L) {
  char *name = (char *)lua_pushliteral(L, "__mode");
  uint64_t text = (mocklua_now() ^ (uint64_t)(uintptr_t)L) * 0x9E3779B97F4A7C15u | 0x8080808080808080u;
  memcpy(name, &text, MODE_LENGTH);
  lua_setfield(L, LUA_REGISTRYINDEX, MODE_NAME);
}

/* Gives the metatable at index 2 its `__mode` where Lua looks for it. */
void mocklua_make_weak(lua_State *L) {
  lua_getfield(L, LUA_REGISTRYINDEX, MODE_NAME);
  lua_pushliteral(L, "__mode");
  if (lua_rawget(L, 2) == LUA_TSTRING) {
    lua_rawset(L, 2);
  } else {
    lua_pop(L, 2);
  }
}
