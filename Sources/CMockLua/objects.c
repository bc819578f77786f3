/*
 * Objects that only the runtime creates: null, the mark of a list, and packed data.
 */
#include "internal.h"

const char mocklua_null = 0;

void mocklua_open_array(lua_State *L) {
  mocklua_State *state = mocklua_owner(L);
  lua_newtable(L); /* shared by all lists; scripts can't access it (library_base.c) */
  state->array_metatable = lua_topointer(L, -1);
  state->array_reference = luaL_ref(L, LUA_REGISTRYINDEX);
}

void mocklua_mark_array(lua_State *L) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, mocklua_owner(L)->array_reference);
  lua_setmetatable(L, -2);
}

/*
 * Packed data is a full userdata with its own metatable, so that scripts can't create it. Its contents were always
 * written by the encoder.
 */
void mocklua_push_packed(lua_State *L, const uint8_t *bytes, size_t count) {
  void *memory = lua_newuserdatauv(L, count, 0);
  memcpy(memory, bytes, count);
  if (luaL_newmetatable(L, MOCKLUA_PACKED_NAME)) {
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
  }
  lua_setmetatable(L, -2);
}

const uint8_t *mocklua_to_packed(lua_State *L, int index, size_t *count) {
  void *memory = luaL_testudata(L, index, MOCKLUA_PACKED_NAME);
  if (memory != NULL) *count = lua_rawlen(L, index);
  return memory;
}
