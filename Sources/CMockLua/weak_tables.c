/*
 * Weak tables are reserved for the runtime. For scripts, `__mode` is a name like any other.
 *
 * The collector goes over all tables with weak keys repeatedly, as long as a value that it finds leads to another live
 * key. It does so in one step that no limit interrupts. With knowledge of the order of a table's keys, a script can
 * build a chain that takes as many rounds as it has links: 60,000 links take 14 s, and four times as many take 16 times
 * as long. Such a table can't be rejected either, because any table becomes weak by a later assignment to its
 * metatable.
 *
 * Scripts can't start the collector, so for them a non-weak table looks like one that hasn't been collected yet. It
 * keeps its contents until the script's run ends, and the memory limit counts them.
 *
 * The runtime's own tables that have only weak keys hold no values that the collector would follow.
 */
#include "internal.h"

/* The registry key of the event's name. */
#define MODE_NAME "mocklua.mode"
#define MODE_LENGTH 6

/*
 * Lua compares short strings by address, because it keeps only one copy of each text, and it created the names of
 * events at startup. If the text of such a string is changed, it still names its event, but a script that contains
 * `__mode` doesn't find it, because the script's `__mode` is a new string. A script can't contain the changed text
 * either, because it is random for each state. It contains no zero, because Lua would take it for a shorter C string.
 */
void mocklua_hide_weakness(lua_State *L) {
  char *name = (char *)lua_pushliteral(L, "__mode");
  uint64_t text = (mocklua_now() ^ (uint64_t)(uintptr_t)L) * 0x9E3779B97F4A7C15u | 0x8080808080808080u;
  memcpy(name, &text, MODE_LENGTH);
  lua_setfield(L, LUA_REGISTRYINDEX, MODE_NAME);
}

/* Pushes a table that doesn't keep its values alive. Its keys must be strings. */
void mocklua_push_weak_values(lua_State *L) {
  lua_newtable(L);
  lua_newtable(L);
  lua_getfield(L, LUA_REGISTRYINDEX, MODE_NAME);
  lua_pushliteral(L, "v");
  lua_rawset(L, -3);
  lua_setmetatable(L, -2);
}

/* Stores the `__mode` of the metatable at index 2 where Lua looks for it. */
void mocklua_make_weak(lua_State *L) {
  lua_getfield(L, LUA_REGISTRYINDEX, MODE_NAME);
  lua_pushliteral(L, "__mode");
  if (lua_rawget(L, 2) == LUA_TSTRING) {
    lua_rawset(L, 2);
  } else {
    lua_pop(L, 2);
  }
}
