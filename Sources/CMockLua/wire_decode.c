/*
 * Reads a value in the wire format (see wire_encode.c), and pushes it.
 *
 * The data isn't trusted: a value ends where its bytes end, counts reserve only as much memory as those bytes can need,
 * and values are nested at most MOCKLUA_MAX_WIRE_DEPTH deep.
 */
#include "internal.h"

typedef struct Reader {
  lua_State *L;
  const uint8_t *at, *end;
} Reader;

static void fail(Reader *reader, const char *problem) {
  luaL_error(reader->L, "a value from Swift cannot be read: %s", problem);
}

static const uint8_t *take(Reader *reader, size_t count) {
  if ((size_t)(reader->end - reader->at) < count) fail(reader, "it ends too early");
  const uint8_t *start = reader->at;
  reader->at += count;
  return start;
}

static uint32_t take_u32(Reader *reader) {
  uint32_t value;
  memcpy(&value, take(reader, sizeof value), sizeof value);
  return value;
}

/*
 * Returns the capacity to reserve for this number of values of at least `least` bytes each, limited by the available
 * bytes.
 */
static int room(Reader *reader, uint32_t count, size_t least) {
  size_t most = (size_t)(reader->end - reader->at) / least;
  size_t result = count < most ? count : most;
  return result > 1 << 20 ? 1 << 20 : (int)result;
}

static void push_value(Reader *reader, int depth);

static void push_string(Reader *reader) {
  uint32_t count = take_u32(reader);
  const uint8_t *bytes = take(reader, count);
  lua_pushlstring(reader->L, (const char *)bytes, count);
}

static void open_table(Reader *reader, int depth) {
  if (depth >= MOCKLUA_MAX_WIRE_DEPTH) fail(reader, "it is nested too deeply");
  luaL_checkstack(reader->L, 4, "a deep value");
}

static void push_array(Reader *reader, int depth) {
  lua_State *L = reader->L;
  open_table(reader, depth);
  take_u32(reader);
  uint32_t count = take_u32(reader);
  lua_createtable(L, room(reader, count, 1), 0);
  for (uint32_t i = 1; i <= count; i++) {
    push_value(reader, depth + 1);
    lua_rawseti(L, -2, i);
  }
  mocklua_mark_array(L);
}

static void push_map(Reader *reader, int depth) {
  lua_State *L = reader->L;
  open_table(reader, depth);
  take_u32(reader);
  uint32_t count = take_u32(reader);
  take_u32(reader);
  lua_createtable(L, 0, room(reader, count, 5));
  for (uint32_t i = 0; i < count; i++) {
    push_string(reader);
    push_value(reader, depth + 1);
    lua_rawset(L, -3);
  }
}

static void push_value(Reader *reader, int depth) {
  lua_State *L = reader->L;
  uint8_t tag = *take(reader, 1);
  switch (tag) {
    case MOCKLUA_WIRE_NIL: lua_pushnil(L); return;
    case MOCKLUA_WIRE_NULL: mocklua_push_null(L); return;
    case MOCKLUA_WIRE_FALSE:
    case MOCKLUA_WIRE_TRUE: lua_pushboolean(L, tag == MOCKLUA_WIRE_TRUE); return;
    case MOCKLUA_WIRE_INTEGER: {
      int64_t value;
      memcpy(&value, take(reader, sizeof value), sizeof value);
      lua_pushinteger(L, value);
      return;
    }
    case MOCKLUA_WIRE_NUMBER: {
      double value;
      memcpy(&value, take(reader, sizeof value), sizeof value);
      lua_pushnumber(L, value);
      return;
    }
    case MOCKLUA_WIRE_STRING: push_string(reader); return;
    case MOCKLUA_WIRE_EXACT: {
      uint32_t count = take_u32(reader);
      if (count > MOCKLUA_MAX_DIGITS + 1) fail(reader, "a number has too many digits");
      mocklua_push_exact(L, (const char *)take(reader, count), count);
      return;
    }
    case MOCKLUA_WIRE_ARRAY: push_array(reader, depth); return;
    case MOCKLUA_WIRE_MAP: push_map(reader, depth); return;
    case MOCKLUA_WIRE_EMPTY: lua_newtable(L); return;
    case MOCKLUA_WIRE_FUNCTION:
      lua_rawgeti(L, LUA_REGISTRYINDEX, (lua_Integer)take_u32(reader));
      if (!lua_isfunction(L, -1)) fail(reader, "it doesn't name a function");
      return;
    case MOCKLUA_WIRE_PACKED: {
      uint32_t count = take_u32(reader);
      mocklua_push_packed(L, take(reader, count), count);
      return;
    }
    default: fail(reader, "it has an unknown tag");
  }
}

void mocklua_decode(lua_State *L, const uint8_t *at, size_t count) {
  Reader reader = {L, at, at + count};
  push_value(&reader, 0);
}

int mocklua_decode_list(lua_State *L, const uint8_t *at, size_t count) {
  if (count == 0) return 0;
  Reader reader = {L, at, at + count};
  if (*take(&reader, 1) != MOCKLUA_WIRE_ARRAY) fail(&reader, "it isn't a list");
  take_u32(&reader);
  uint32_t elements = take_u32(&reader);
  if (elements > count) fail(&reader, "it ends too early");
  luaL_checkstack(L, (int)elements + 4, "a list of values");
  for (uint32_t i = 0; i < elements; i++) push_value(&reader, 0);
  return (int)elements;
}

/*
 * Validates a value in the wire format once, so that Swift can read it in place. After that, all lengths are within
 * their values, and nothing is nested too deeply. Swift code for this would take ten times as long.
 */

typedef struct Checker {
  const uint8_t *at, *end;
} Checker;

static bool skip(Checker *checker, size_t count) {
  if ((size_t)(checker->end - checker->at) < count) return false;
  checker->at += count;
  return true;
}

static bool read_u32(Checker *checker, uint32_t *value) {
  if ((size_t)(checker->end - checker->at) < sizeof *value) return false;
  memcpy(value, checker->at, sizeof *value);
  checker->at += sizeof *value;
  return true;
}

static bool check_value(Checker *checker, int depth);

static bool check_text(Checker *checker) {
  uint32_t count;
  return read_u32(checker, &count) && skip(checker, count);
}

/* A whole number without leading zeros that a double can approximate. */
static bool check_digits(Checker *checker) {
  const uint8_t *start = checker->at + sizeof(uint32_t);
  if (!check_text(checker) || start == checker->at) return false;
  if (*start == '-') start++;
  if (start == checker->at || *start < '1' || *start > '9') return false;
  if (checker->at - start > MOCKLUA_MAX_DIGITS) return false;
  for (; start < checker->at; start++) {
    if (*start < '0' || *start > '9') return false;
  }
  return true;
}

/* The entries must fill the payload exactly, because readers skip a table by its length. */
static bool check_table(Checker *checker, bool is_map, int depth) {
  uint32_t payload, count, hint = 0;
  if (depth >= MOCKLUA_MAX_WIRE_DEPTH) return false;
  if (!read_u32(checker, &payload) || !read_u32(checker, &count)) return false;
  if (is_map && !read_u32(checker, &hint)) return false;
  if ((size_t)(checker->end - checker->at) < payload || hint > payload) return false;
  if (is_map && hint != 0) return false; /* only readers write it, later */
  Checker inner = {checker->at, checker->at + payload};
  for (uint32_t i = 0; i < count; i++) {
    if (is_map && !check_text(&inner)) return false;
    if (!check_value(&inner, depth + 1)) return false;
  }
  checker->at = inner.at;
  return inner.at == inner.end;
}

static bool check_value(Checker *checker, int depth) {
  if (checker->at == checker->end) return false;
  switch (*checker->at++) {
    case MOCKLUA_WIRE_NIL:
    case MOCKLUA_WIRE_NULL:
    case MOCKLUA_WIRE_FALSE:
    case MOCKLUA_WIRE_TRUE:
    case MOCKLUA_WIRE_EMPTY: return true;
    case MOCKLUA_WIRE_INTEGER:
    case MOCKLUA_WIRE_NUMBER: return skip(checker, 8);
    case MOCKLUA_WIRE_STRING: return check_text(checker);
    case MOCKLUA_WIRE_EXACT: return check_digits(checker);
    case MOCKLUA_WIRE_ARRAY: return check_table(checker, false, depth);
    case MOCKLUA_WIRE_MAP: return check_table(checker, true, depth);
    case MOCKLUA_WIRE_FUNCTION: return skip(checker, 4);
    case MOCKLUA_WIRE_PACKED: {
      uint32_t count;
      if (!read_u32(checker, &count)) return false;
      if ((size_t)(checker->end - checker->at) < count) return false;
      if (depth >= MOCKLUA_MAX_WIRE_DEPTH) return false;
      Checker inner = {checker->at, checker->at + count};
      if (!check_value(&inner, depth + 1) || inner.at != inner.end) return false;
      checker->at = inner.end;
      return true;
    }
    default: return false;
  }
}

bool mocklua_wire_is_valid(const uint8_t *bytes, size_t count) {
  Checker checker = {bytes, bytes + count};
  return check_value(&checker, 0) && checker.at == checker.end;
}
