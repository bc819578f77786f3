/*
 * Reads the wire (wire_encode.c describes its form) and pushes what it holds.
 *
 * The bytes come from the Swift side of the codec, which writes well-formed values only.
 */
#include "internal.h"

static uint32_t read_u32(const uint8_t *at) {
  uint32_t value;
  memcpy(&value, at, sizeof value);
  return value;
}

const uint8_t *mocklua_decode(lua_State *L, const uint8_t *at) {
  uint8_t tag = *at++;
  switch (tag) {
    case MOCKLUA_WIRE_NIL:
      lua_pushnil(L);
      return at;
    case MOCKLUA_WIRE_NULL:
      mocklua_push_null(L);
      return at;
    case MOCKLUA_WIRE_FALSE:
    case MOCKLUA_WIRE_TRUE:
      lua_pushboolean(L, tag == MOCKLUA_WIRE_TRUE);
      return at;
    case MOCKLUA_WIRE_INTEGER: {
      int64_t value;
      memcpy(&value, at, sizeof value);
      lua_pushinteger(L, value);
      return at + sizeof value;
    }
    case MOCKLUA_WIRE_NUMBER: {
      double value;
      memcpy(&value, at, sizeof value);
      lua_pushnumber(L, value);
      return at + sizeof value;
    }
    case MOCKLUA_WIRE_STRING: {
      uint32_t count = read_u32(at);
      lua_pushlstring(L, (const char *)at + 4, count);
      return at + 4 + count;
    }
    case MOCKLUA_WIRE_ARRAY: {
      uint32_t count = read_u32(at + 4);
      at += 8;
      luaL_checkstack(L, 4, "a deep value");
      lua_createtable(L, (int)(count > 1 << 20 ? 1 << 20 : count), 0);
      for (uint32_t i = 1; i <= count; i++) {
        at = mocklua_decode(L, at);
        lua_rawseti(L, -2, i);
      }
      mocklua_mark_array(L);
      return at;
    }
    case MOCKLUA_WIRE_MAP: {
      uint32_t count = read_u32(at + 4);
      at += 12;
      luaL_checkstack(L, 4, "a deep value");
      lua_createtable(L, 0, (int)(count > 1 << 20 ? 1 << 20 : count));
      for (uint32_t i = 0; i < count; i++) {
        uint32_t length = read_u32(at);
        lua_pushlstring(L, (const char *)at + 4, length);
        at = mocklua_decode(L, at + 4 + length);
        lua_rawset(L, -3);
      }
      return at;
    }
    case MOCKLUA_WIRE_EMPTY:
      lua_newtable(L);
      return at;
    case MOCKLUA_WIRE_FUNCTION:
      lua_rawgeti(L, LUA_REGISTRYINDEX, (lua_Integer)read_u32(at));
      return at + 4;
    default:
      luaL_error(L, "unknown tag %d on the wire", tag);
      return at;
  }
}

int mocklua_decode_list(lua_State *L, const uint8_t *at, size_t count) {
  if (count == 0) return 0;
  uint32_t elements = read_u32(at + 5);
  at += 9;
  luaL_checkstack(L, (int)elements + 4, "a list of values");
  for (uint32_t i = 0; i < elements; i++) at = mocklua_decode(L, at);
  return (int)elements;
}
