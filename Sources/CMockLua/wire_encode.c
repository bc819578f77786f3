/*
 * The wire format: a flat form of a Lua value, written in one pass and read in another (wire_decode.c).
 *
 * Values are exchanged between Swift and Lua in this form (see CMockLua.h). Neither side builds a tree of objects for
 * the other. Swift's decoders read the bytes in place, and C pushes them as Lua values. Each value has its length, so
 * that a reader can skip values that it doesn't need. { id = 7 } is a map with one entry:
 *
 *     map | 15 bytes follow the lengths | 1 entry | 0 | 2 "id" | integer 7
 *
 * The bytes aren't trusted, regardless of their origin. Swift validates them once before it reads them, and C checks
 * them while it reads them (both in wire_decode.c).
 *
 *     nil null false true           tag
 *     integer number                tag, 8 bytes in the machine's order
 *     string                        tag, u32 length, bytes
 *     array                         tag, u32 payload bytes, u32 elements, values
 *     map                           tag, u32 payload bytes, u32 entries, u32 for the reader's use, initially 0,
 *                                   (u32 length, key, value)*
 *     empty                         tag: an empty table; its reader decides whether it is a list
 *     function                      tag, u32 reference (only into Lua)
 *     packed data                   tag, u32 length, one value
 *     exact number                  tag, u32 length, the digits of a whole number beyond 64 bits (exact_numbers.c)
 *
 * A list of arguments or results is an array.
 */
#include <stdio.h>

#include "internal.h"

/* One step of the path to the current value. The steps are on the C stack. */
typedef struct Step {
  const struct Step *parent;
  int table;       /* the stack index of the table that the step starts from; 0: none */
  const char *key; /* NULL: use `index` */
  size_t key_length;
  lua_Integer index;
} Step;

typedef struct Encoder {
  lua_State *L;
  mocklua_State *owner;
  mocklua_Buffer *out;
  mocklua_EncodeFailure *failure;
  mocklua_Strictness strictness;
  uint32_t uncharged; /* values since the last check of the limits */
  uint64_t values;
} Encoder;

/* The number of values between two checks of the limits. */
#define VALUES_AT_ONCE 256

/*
 * The number of copies of a value's bytes in addition to Lua's own: in the wire format, and in the host that reads it.
 */
#define COPIES 2

/*
 * A table that occurs in several places is written several times. The charge includes all values and bytes written so
 * far, and the next `more` bytes. It may collect garbage, so no pointers into the buffer are kept across it.
 */
static void charge(Encoder *encoder, size_t more) {
  encoder->values += encoder->uncharged;
  mocklua_charge(encoder->L, encoder->uncharged);
  encoder->uncharged = 0;
  uint64_t cost = COPIES * (encoder->out->count + more) + encoder->values * MOCKLUA_VALUE_COST;
  if (!mocklua_makes_room(encoder->L, cost)) mocklua_kill(encoder->L, MOCKLUA_LIMIT_MEMORY);
}

static bool is_identifier(const char *key, size_t length) {
  if (length == 0 || (key[0] >= '0' && key[0] <= '9')) return false;
  for (size_t i = 0; i < length; i++) {
    char c = key[i];
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!letter && c != '_') return false;
  }
  return true;
}

static void write_path(const Step *step, mocklua_Buffer *path) {
  if (step == NULL) return;
  write_path(step->parent, path);
  char number[32];
  if (step->key == NULL) {
    int n = snprintf(number, sizeof number, "[%lld]", (long long)step->index);
    mocklua_buffer_append(path, number, (size_t)n);
  } else if (is_identifier(step->key, step->key_length)) {
    if (path->count > 0) mocklua_buffer_append(path, ".", 1);
    mocklua_buffer_append(path, step->key, step->key_length);
  } else {
    mocklua_buffer_append(path, "[\"", 2);
    mocklua_buffer_append(path, step->key, step->key_length);
    mocklua_buffer_append(path, "\"]", 2);
  }
}

static bool refuse(Encoder *encoder, const Step *step, const char *problem) {
  encoder->failure->problem = problem;
  mocklua_buffer_clear(encoder->failure->path);
  write_path(step, encoder->failure->path);
  return false;
}

/* Extends the buffer, and returns the position of the new bytes. */
static inline uint8_t *extend(Encoder *encoder, size_t count) {
  mocklua_Buffer *out = encoder->out;
  if (out->capacity - out->count < count) {
    bool has_room = mocklua_makes_room(encoder->L, COPIES * (out->count + count));
    if (!has_room || !mocklua_buffer_grow(out, count)) {
      mocklua_kill(encoder->L, MOCKLUA_LIMIT_MEMORY);
    }
  }
  uint8_t *at = out->start + out->count;
  out->count += count;
  return at;
}

static inline void put_tag(Encoder *encoder, uint8_t tag) { *extend(encoder, 1) = tag; }

static inline void put_eight(Encoder *encoder, uint8_t tag, const void *payload) {
  uint8_t *at = extend(encoder, 9);
  at[0] = tag;
  memcpy(at + 1, payload, 8);
}

/* Writes a text after its length, and reserves `head` bytes before that, which the caller fills. */
static inline uint8_t *put_text(Encoder *encoder, size_t head, const char *text, size_t count,
                                const Step *step) {
  if (count > UINT32_MAX) {
    refuse(encoder, step, "a string larger than 4 GB");
    return NULL;
  }
  uint32_t length = (uint32_t)count;
  if (count > MOCKLUA_MAX_KEPT_BUFFER) charge(encoder, head + sizeof length + count);
  uint8_t *at = extend(encoder, head + sizeof length + count);
  memcpy(at + head, &length, sizeof length);
  memcpy(at + head + sizeof length, text, count);
  return at;
}

/* RFC 3629: no overlong forms, no surrogates, and nothing beyond U+10FFFF. */
static bool is_utf8(const uint8_t *at, size_t count) {
  const uint8_t *end = at + count;
  while (at < end) {
    uint8_t c = *at++;
    if (c < 0x80) continue;
    int more;
    uint8_t low = 0x80, high = 0xBF;
    if (c >= 0xC2 && c <= 0xDF) {
      more = 1;
    } else if (c >= 0xE0 && c <= 0xEF) {
      more = 2;
      if (c == 0xE0) low = 0xA0;
      if (c == 0xED) high = 0x9F;
    } else if (c >= 0xF0 && c <= 0xF4) {
      more = 3;
      if (c == 0xF0) low = 0x90;
      if (c == 0xF4) high = 0x8F;
    } else {
      return false;
    }
    for (; more > 0; more--) {
      if (at == end || *at < low || *at > high) return false;
      at++;
      low = 0x80;
      high = 0xBF;
    }
  }
  return true;
}

/* The maximum number of values on Lua's stack per level of tables. */
#define SLOTS_PER_LEVEL 5
/* The number of levels for which stack space is reserved at once. */
#define LEVELS_AT_ONCE 8

static bool encode_table(Encoder *encoder, int index, const Step *parent, int depth);

static inline size_t header_size(uint8_t tag) { return tag == MOCKLUA_WIRE_MAP ? 12 : 8; }

/* Reserves the counts of an array or a map. `close_table` writes them. */
static inline size_t open_table(Encoder *encoder, uint8_t tag) {
  size_t header = header_size(tag);
  uint8_t *at = extend(encoder, 1 + header);
  at[0] = tag;
  memset(at + 1, 0, header);
  return encoder->out->count - header;
}

static inline bool close_table(Encoder *encoder, size_t at, size_t entries, const Step *step) {
  size_t payload = encoder->out->count - at - header_size(encoder->out->start[at - 1]);
  if (payload > UINT32_MAX || entries > UINT32_MAX) {
    return refuse(encoder, step, "a table larger than 4 GB");
  }
  uint32_t counts[2] = {(uint32_t)payload, (uint32_t)entries};
  memcpy(encoder->out->start + at, counts, sizeof counts);
  return true;
}

static inline bool encode_number(Encoder *encoder, int index, const Step *step) {
  lua_State *L = encoder->L;
  if (lua_isinteger(L, index)) {
    int64_t value = lua_tointeger(L, index);
    put_eight(encoder, MOCKLUA_WIRE_INTEGER, &value);
    return true;
  }
  double value = lua_tonumber(L, index);
  if (value != value) return refuse(encoder, step, "NaN");
  if (value - value != 0) return refuse(encoder, step, "infinity");
  put_eight(encoder, MOCKLUA_WIRE_NUMBER, &value);
  return true;
}

static inline bool encode_string(Encoder *encoder, int index, const Step *step) {
  size_t count;
  const char *bytes = lua_tolstring(encoder->L, index, &count);
  if (encoder->strictness == MOCKLUA_DATA && !is_utf8((const uint8_t *)bytes, count)) {
    return refuse(encoder, step, "a string that is not UTF-8");
  }
  uint8_t *at = put_text(encoder, 1, bytes, count, step);
  if (at == NULL) return false;
  *at = MOCKLUA_WIRE_STRING;
  return true;
}

static bool encode_userdata(Encoder *encoder, int index, const Step *step) {
  size_t count = 0;
  const char *digits = mocklua_to_exact(encoder->L, index, &count);
  if (digits != NULL) {
    uint8_t *at = put_text(encoder, 1, digits, count, step);
    if (at == NULL) return false;
    *at = MOCKLUA_WIRE_EXACT;
    return true;
  }
  const uint8_t *bytes = mocklua_to_packed(encoder->L, index, &count);
  if (bytes == NULL || encoder->strictness == MOCKLUA_DATA) {
    return refuse(encoder, step, "a userdata");
  }
  encoder->uncharged += (uint32_t)(count / 8); /* as if its values were here */
  if (encoder->uncharged >= VALUES_AT_ONCE) charge(encoder, 0);
  uint8_t *at = put_text(encoder, 1, (const char *)bytes, count, step);
  if (at == NULL) return false;
  *at = MOCKLUA_WIRE_PACKED;
  return true;
}

static bool encode_other(Encoder *encoder, int index, int type, const Step *step) {
  lua_State *L = encoder->L;
  switch (type) {
    case LUA_TNIL:
      put_tag(encoder, MOCKLUA_WIRE_NIL);
      return true;
    case LUA_TBOOLEAN:
      put_tag(encoder, lua_toboolean(L, index) ? MOCKLUA_WIRE_TRUE : MOCKLUA_WIRE_FALSE);
      return true;
    case LUA_TLIGHTUSERDATA:
      if (lua_touserdata(L, index) != (void *)&mocklua_null) {
        return refuse(encoder, step, "a pointer");
      }
      put_tag(encoder, MOCKLUA_WIRE_NULL);
      return true;
    case LUA_TFUNCTION:
      return refuse(encoder, step, "a function");
    case LUA_TTHREAD:
      return refuse(encoder, step, "a coroutine");
    default:
      return encode_userdata(encoder, index, step);
  }
}

/* May leave values above `index` on the stack. Inline, because most values are numbers and strings. */
static inline bool encode_value(Encoder *encoder, int index, int type, const Step *step,
                                int depth) {
  if (++encoder->uncharged >= VALUES_AT_ONCE) charge(encoder, 0);
  if (type == LUA_TNUMBER) return encode_number(encoder, index, step);
  if (type == LUA_TSTRING) return encode_string(encoder, index, step);
  if (type == LUA_TTABLE) return encode_table(encoder, index, step, depth);
  return encode_other(encoder, index, type, step);
}

/* Remembers the string on top of the stack if it comes before the others in byte order, because the table's own order
   would differ between runs. The table keeps the string alive. */
static void note_name(lua_State *L, Step *first) {
  if (lua_type(L, -1) != LUA_TSTRING) return;
  size_t length;
  const char *name = lua_tolstring(L, -1, &length);
  size_t common = length < first->key_length ? length : first->key_length;
  int order = first->key == NULL ? -1 : memcmp(name, first->key, common);
  if (order > 0 || (order == 0 && length >= first->key_length)) return;
  first->key = name;
  first->key_length = length;
}

/* Rejects a table with both a list and named keys. The path in the error ends with the first name, if known. */
static bool refuse_mixed(Encoder *encoder, const Step *step, const Step *first) {
  return refuse(encoder, first->key == NULL ? step : first,
                "a table with both a list and named keys");
}

/* Counts the keys, because the border isn't enough. If a key isn't an index, reports the problem and returns false. */
static bool count_elements(Encoder *encoder, int index, const Step *step, lua_Integer *count) {
  lua_State *L = encoder->L;
  bool named = false;
  Step first = {step, index, NULL, 0, 0};
  *count = 0;
  lua_pushnil(L);
  while (lua_next(L, index)) {
    lua_pop(L, 1);
    *count += 1;
    if (!lua_isinteger(L, -1)) named = true;
    note_name(L, &first);
  }
  return !named || refuse_mixed(encoder, step, &first);
}

/* Returns whether the table, which contains all of 1...length, contains nothing else. */
static bool is_complete(Encoder *encoder, int index, lua_Integer length, const Step *step) {
  lua_State *L = encoder->L;
  lua_pushinteger(L, length);
  if (!lua_next(L, index)) return true; /* Lua's own order, unless the table was filled out of order */
  lua_pop(L, 2);
  lua_Integer count;
  if (!count_elements(encoder, index, step, &count)) return false;
  return count == length || refuse(encoder, step, "a list with holes");
}

static bool encode_array(Encoder *encoder, int index, lua_Integer length, const Step *parent,
                         int depth) {
  lua_State *L = encoder->L;
  size_t at = open_table(encoder, MOCKLUA_WIRE_ARRAY);
  int slot = lua_gettop(L) + 1;
  Step step = {parent, index, NULL, 0, 0};
  for (lua_Integer i = 1; i <= length; i++) {
    step.index = i;
    int type = lua_rawgeti(L, index, i);
    if (type == LUA_TNIL) { /* immediately, because a border may be far beyond the last element */
      lua_Integer count;
      return count_elements(encoder, index, parent, &count) &&
             refuse(encoder, parent, "a list with holes");
    }
    if (!encode_value(encoder, slot, type, &step, depth + 1)) return false;
    lua_settop(L, slot - 1);
  }
  return is_complete(encoder, index, length, parent) &&
         close_table(encoder, at, (size_t)length, parent);
}

/* Reports the reason why a table without a border isn't a map. */
static bool refuse_keys(Encoder *encoder, int index, const Step *step) {
  lua_State *L = encoder->L;
  bool numbers = false, names = false, others = false;
  Step first = {step, index, NULL, 0, 0};
  lua_pushnil(L);
  while (lua_next(L, index)) {
    lua_pop(L, 1);
    int type = lua_type(L, -1);
    bool is_index = lua_isinteger(L, -1) && lua_tointeger(L, -1) >= 1;
    numbers = numbers || is_index;
    names = names || type == LUA_TSTRING;
    others = others || (!is_index && type != LUA_TSTRING);
    note_name(L, &first);
  }
  if (others) return refuse(encoder, step, "a key that is neither a string nor a list's index");
  if (names) return refuse_mixed(encoder, step, &first);
  return refuse(encoder, step, "a list with holes");
}

/* The first key and its value are on the stack. */
static bool encode_map(Encoder *encoder, int index, const Step *parent, int depth) {
  lua_State *L = encoder->L;
  size_t at = open_table(encoder, MOCKLUA_WIRE_MAP), entries = 0;
  int slot = lua_gettop(L);
  Step step = {parent, index, NULL, 0, 0};
  do {
    if (lua_type(L, slot - 1) != LUA_TSTRING) {
      lua_settop(L, slot - 2);
      return refuse_keys(encoder, index, parent);
    }
    step.key = lua_tolstring(L, slot - 1, &step.key_length);
    if (encoder->strictness == MOCKLUA_DATA &&
        !is_utf8((const uint8_t *)step.key, step.key_length)) {
      return refuse(encoder, parent, "a key that is not UTF-8");
    }
    if (put_text(encoder, 0, step.key, step.key_length, &step) == NULL) return false;
    if (!encode_value(encoder, slot, lua_type(L, slot), &step, depth + 1)) return false;
    lua_settop(L, slot - 1);
    entries++;
  } while (lua_next(L, index));
  return close_table(encoder, at, entries, parent);
}

/*
 * Data that is nested too deeply may contain itself. A cycle is reported at the point where it closes: the first table
 * on the path from the root that is its own ancestor.
 */
static bool refuse_depth(Encoder *encoder, int index, const Step *parent) {
  const Step *closes = NULL;
  int table = index;
  for (const Step *step = parent; step != NULL; step = step->parent) {
    const void *here = lua_topointer(encoder->L, table);
    for (const Step *above = step; above != NULL; above = above->parent) {
      bool is_table = above->table != 0; /* a list of arguments isn't a table */
      if (is_table && lua_topointer(encoder->L, above->table) == here) closes = step;
    }
    table = step->table;
  }
  if (closes != NULL) return refuse(encoder, closes, "a cycle");
  return refuse(encoder, parent, "a table nested more than 64 levels deep");
}

/* The role that a metatable gives its table. */
typedef enum Mark { PLAIN, LIST, VIEW, OBJECT } Mark;

/* Leaves a view's data, or an object's name, on the stack. */
static Mark read_metatable(Encoder *encoder, int index) {
  lua_State *L = encoder->L;
  if (!lua_getmetatable(L, index)) return PLAIN;
  if (lua_topointer(L, -1) == encoder->owner->array_metatable) {
    lua_pop(L, 1);
    return LIST;
  }
  lua_pushliteral(L, "__data");
  if (lua_rawget(L, -2) == LUA_TTABLE) return VIEW;
  lua_pop(L, 1);
  lua_pushliteral(L, "__name");
  if (lua_rawget(L, -2) == LUA_TSTRING && encoder->strictness != MOCKLUA_ANY_TABLE) return OBJECT;
  lua_pop(L, 2);
  return PLAIN;
}

static bool encode_table(Encoder *encoder, int index, const Step *parent, int depth) {
  lua_State *L = encoder->L;
  if (depth >= MOCKLUA_MAX_DATA_DEPTH) return refuse_depth(encoder, index, parent);
  if (depth % LEVELS_AT_ONCE == 0) {
    luaL_checkstack(L, SLOTS_PER_LEVEL * (LEVELS_AT_ONCE + 1), "a deep value");
  }
  Mark mark = read_metatable(encoder, index);
  if (mark == VIEW) return encode_table(encoder, lua_gettop(L), parent, depth + 1);
  if (mark == OBJECT) return refuse(encoder, parent, lua_tostring(L, -1));
  lua_Integer length = (lua_Integer)lua_rawlen(L, index);
  if (length > 0) return encode_array(encoder, index, length, parent, depth);
  lua_pushnil(L);
  if (lua_next(L, index)) {
    if (mark == LIST) return refuse(encoder, parent, "a list with named keys");
    return encode_map(encoder, index, parent, depth);
  }
  if (mark == PLAIN) {
    put_tag(encoder, MOCKLUA_WIRE_EMPTY);
    return true;
  }
  return close_table(encoder, open_table(encoder, MOCKLUA_WIRE_ARRAY), 0, parent);
}

bool mocklua_encode(lua_State *L, int index, int depth, mocklua_Buffer *out,
                    mocklua_Strictness strictness, mocklua_EncodeFailure *failure) {
  Encoder encoder = {L, mocklua_owner(L), out, failure, strictness, 0, 0};
  int top = lua_gettop(L);
  failure->problem = NULL;
  bool done = encode_value(&encoder, lua_absindex(L, index), lua_type(L, index), NULL, depth);
  lua_settop(L, top);
  return done;
}

bool mocklua_encode_list(lua_State *L, int first, int count, mocklua_Buffer *out,
                         mocklua_Strictness strictness, mocklua_EncodeFailure *failure) {
  Encoder encoder = {L, mocklua_owner(L), out, failure, strictness, 0, 0};
  int top = lua_gettop(L);
  failure->problem = NULL;
  size_t at = open_table(&encoder, MOCKLUA_WIRE_ARRAY);
  for (int i = 0; i < count; i++) {
    Step step = {NULL, 0, NULL, 0, i + 1};
    int type = lua_type(L, first + i);
    bool done = encode_value(&encoder, first + i, type, count > 1 ? &step : NULL, 0);
    lua_settop(L, top);
    if (!done) return false;
  }
  return close_table(&encoder, at, (size_t)count, NULL);
}
