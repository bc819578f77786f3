/*
 * `string.pack`, `unpack`, and `packsize`, like Lua's own. Sizes and alignments are the machine's.
 */
#include "library.h"

/* The maximum size of an integer in bytes. */
#define MAX_INTEGER_SIZE 16
#define INTEGER_SIZE ((int)sizeof(lua_Integer))

typedef enum ItemKind {
  SIGNED,
  UNSIGNED,
  FLOAT,
  DOUBLE,
  FIXED_STRING,
  PREFIXED_STRING,
  TERMINATED_STRING,
  PADDING,
  ALIGNMENT,
  NOTHING, /* spaces, and options that set the byte order or alignment */
} ItemKind;

typedef struct Item {
  ItemKind kind;
  int size;
  int padding; /* alignment bytes before the item */
} Item;

typedef struct Layout {
  mocklua_Work work;
  const char *format; /* the unread part */
  bool is_little_endian;
  int max_alignment;
} Layout;

static bool machine_is_little_endian(void) {
  const uint16_t one = 1;
  return *(const uint8_t *)&one == 1;
}

static Layout make_layout(lua_State *L) {
  return (Layout){mocklua_work(L), luaL_checkstring(L, 1), machine_is_little_endian(), 1};
}

/* Reads the number at the start of the format, or returns `missing`. The number fits into an int. */
static int read_number(Layout *layout, int missing) {
  if (*layout->format < '0' || *layout->format > '9') return missing;
  int number = 0;
  while (*layout->format >= '0' && *layout->format <= '9' && number <= (INT_MAX - 9) / 10) {
    number = number * 10 + (*layout->format++ - '0');
  }
  return number;
}

static int read_size(Layout *layout, int missing) {
  int size = read_number(layout, missing);
  if (size < 1 || size > MAX_INTEGER_SIZE) {
    luaL_error(layout->work.L, "integral size (%d) out of limits [1,%d]", size,
               MAX_INTEGER_SIZE);
  }
  return size;
}

/* Returns the strictest alignment of the machine's native types. */
static int natural_alignment(void) {
  struct Probe {
    char first;
    union {
      lua_Number number;
      double real;
      void *pointer;
      lua_Integer integer;
      long word;
    } second;
  };
  return (int)offsetof(struct Probe, second);
}

static Item read_option(Layout *layout) {
  char option = *layout->format++;
  switch (option) {
    case 'b': return (Item){SIGNED, sizeof(char), 0};
    case 'B': return (Item){UNSIGNED, sizeof(char), 0};
    case 'h': return (Item){SIGNED, sizeof(short), 0};
    case 'H': return (Item){UNSIGNED, sizeof(short), 0};
    case 'l': return (Item){SIGNED, sizeof(long), 0};
    case 'L': return (Item){UNSIGNED, sizeof(long), 0};
    case 'j': return (Item){SIGNED, sizeof(lua_Integer), 0};
    case 'J': return (Item){UNSIGNED, sizeof(lua_Integer), 0};
    case 'T': return (Item){UNSIGNED, sizeof(size_t), 0};
    case 'f': return (Item){FLOAT, sizeof(float), 0};
    case 'd': return (Item){DOUBLE, sizeof(double), 0};
    case 'n': return (Item){DOUBLE, sizeof(lua_Number), 0};
    case 'i': return (Item){SIGNED, read_size(layout, sizeof(int)), 0};
    case 'I': return (Item){UNSIGNED, read_size(layout, sizeof(int)), 0};
    case 's': return (Item){PREFIXED_STRING, read_size(layout, sizeof(size_t)), 0};
    case 'c': {
      int size = read_number(layout, -1);
      if (size < 0) luaL_error(layout->work.L, "missing size for format option 'c'");
      return (Item){FIXED_STRING, size, 0};
    }
    case 'z': return (Item){TERMINATED_STRING, 0, 0};
    case 'x': return (Item){PADDING, 1, 0};
    case 'X': return (Item){ALIGNMENT, 0, 0};
    case ' ': break;
    case '<': layout->is_little_endian = true; break;
    case '>': layout->is_little_endian = false; break;
    case '=': layout->is_little_endian = machine_is_little_endian(); break;
    case '!': layout->max_alignment = read_size(layout, natural_alignment()); break;
    default: luaL_error(layout->work.L, "invalid format option '%c'", option);
  }
  return (Item){NOTHING, 0, 0};
}

/* Reads the next item, which starts after `position` bytes. */
static Item read_item(Layout *layout, size_t position) {
  mocklua_step(&layout->work);
  Item item = read_option(layout);
  int alignment = item.size;
  if (item.kind == ALIGNMENT) { /* uses the alignment of the next item */
    Item next = {NOTHING, 0, 0};
    if (*layout->format != '\0') next = read_option(layout);
    alignment = next.size;
    if (next.kind == FIXED_STRING || alignment == 0) {
      luaL_argerror(layout->work.L, 1, "invalid next option for option 'X'");
    }
  }
  if (alignment <= 1 || item.kind == FIXED_STRING) return item;
  if (alignment > layout->max_alignment) alignment = layout->max_alignment;
  if ((alignment & (alignment - 1)) != 0) {
    luaL_argerror(layout->work.L, 1, "format asks for alignment not power of 2");
  }
  item.padding = (alignment - (int)(position & (size_t)(alignment - 1))) & (alignment - 1);
  return item;
}

static void copy_in_order(char *to, const char *from, int size, bool is_little_endian) {
  if (is_little_endian == machine_is_little_endian()) {
    memcpy(to, from, (size_t)size);
  } else {
    for (int i = 0; i < size; i++) to[i] = from[size - 1 - i];
  }
}

/* pack */

static void add_zeros(Layout *layout, luaL_Buffer *result, size_t count) {
  while (count > 0) {
    size_t slice = count < MOCKLUA_SLICE ? count : MOCKLUA_SLICE;
    memset(luaL_prepbuffsize(result, slice), 0, slice);
    luaL_addsize(result, slice);
    mocklua_spend_bytes(&layout->work, slice);
    count -= slice;
  }
}

static void add_integer(Layout *layout, luaL_Buffer *result, lua_Unsigned value, int size,
                        bool is_negative) {
  char *to = luaL_prepbuffsize(result, (size_t)size);
  for (int i = 0; i < size; i++) {
    bool is_beyond = i >= INTEGER_SIZE;
    unsigned char byte = is_beyond ? (is_negative ? 0xFF : 0) : (unsigned char)(value >> (8 * i));
    to[layout->is_little_endian ? i : size - 1 - i] = (char)byte;
  }
  luaL_addsize(result, (size_t)size);
}

/* Adds the value of argument number `argument`. Returns the number of bytes that the item takes beyond its size. */
static size_t pack_item(lua_State *L, Layout *layout, luaL_Buffer *result, const Item *item,
                        int argument) {
  size_t count;
  switch (item->kind) {
    case SIGNED: {
      lua_Integer value = luaL_checkinteger(L, argument);
      if (item->size < INTEGER_SIZE) {
        lua_Integer limit = (lua_Integer)1 << (8 * item->size - 1);
        luaL_argcheck(L, -limit <= value && value < limit, argument, "integer overflow");
      }
      add_integer(layout, result, (lua_Unsigned)value, item->size, value < 0);
      return 0;
    }
    case UNSIGNED: {
      lua_Unsigned value = (lua_Unsigned)luaL_checkinteger(L, argument);
      luaL_argcheck(L, item->size >= INTEGER_SIZE || value >> (8 * item->size) == 0, argument,
                    "unsigned overflow");
      add_integer(layout, result, value, item->size, false);
      return 0;
    }
    case FLOAT: {
      float value = (float)luaL_checknumber(L, argument);
      copy_in_order(luaL_prepbuffsize(result, sizeof value), (const char *)&value, sizeof value,
                    layout->is_little_endian);
      luaL_addsize(result, sizeof value);
      return 0;
    }
    case DOUBLE: {
      double value = luaL_checknumber(L, argument);
      copy_in_order(luaL_prepbuffsize(result, sizeof value), (const char *)&value, sizeof value,
                    layout->is_little_endian);
      luaL_addsize(result, sizeof value);
      return 0;
    }
    case FIXED_STRING: {
      const char *bytes = luaL_checklstring(L, argument, &count);
      luaL_argcheck(L, count <= (size_t)item->size, argument, "string longer than given size");
      mocklua_add_bytes(&layout->work, result, bytes, count);
      add_zeros(layout, result, (size_t)item->size - count);
      return 0;
    }
    case PREFIXED_STRING: {
      const char *bytes = luaL_checklstring(L, argument, &count);
      luaL_argcheck(L, item->size >= (int)sizeof count || count >> (8 * item->size) == 0, argument,
                    "string length does not fit in given size");
      add_integer(layout, result, (lua_Unsigned)count, item->size, false);
      mocklua_add_bytes(&layout->work, result, bytes, count);
      return count;
    }
    case TERMINATED_STRING: {
      const char *bytes = luaL_checklstring(L, argument, &count);
      luaL_argcheck(L, mocklua_find_zero(&layout->work, bytes, count) == NULL, argument,
                    "string contains zeros");
      mocklua_add_bytes(&layout->work, result, bytes, count);
      add_zeros(layout, result, 1);
      return count + 1;
    }
    case PADDING:
      add_zeros(layout, result, 1);
      return 0;
    default: return 0;
  }
}

static bool takes_value(const Item *item) { return item->kind < PADDING; }

static int string_pack(lua_State *L) {
  Layout layout = make_layout(L);
  int argument = 1;
  size_t total = 0;
  luaL_Buffer result;
  lua_pushnil(L); /* a missing argument must not be read from the buffer's slot */
  luaL_buffinit(L, &result);
  while (*layout.format != '\0') {
    Item item = read_item(&layout, total);
    total += (size_t)item.padding + (size_t)item.size;
    add_zeros(&layout, &result, (size_t)item.padding);
    if (takes_value(&item)) argument++;
    total += pack_item(L, &layout, &result, &item, argument);
  }
  luaL_pushresult(&result);
  mocklua_settle(&layout.work);
  return 1;
}

static int string_packsize(lua_State *L) {
  Layout layout = make_layout(L);
  size_t total = 0;
  while (*layout.format != '\0') {
    Item item = read_item(&layout, total);
    luaL_argcheck(L, item.kind != PREFIXED_STRING && item.kind != TERMINATED_STRING, 1,
                  "variable-length format");
    size_t size = (size_t)item.padding + (size_t)item.size;
    luaL_argcheck(L, total <= MOCKLUA_MAX_STRING - size, 1, "format result too large");
    total += size;
  }
  mocklua_settle(&layout.work);
  lua_pushinteger(L, (lua_Integer)total);
  return 1;
}

/* unpack */

static lua_Integer read_integer(const Layout *layout, const char *bytes, int size,
                                bool is_signed) {
  lua_Unsigned value = 0;
  for (int i = size < INTEGER_SIZE ? size : INTEGER_SIZE; i-- > 0;) {
    value = value << 8 | (unsigned char)bytes[layout->is_little_endian ? i : size - 1 - i];
  }
  if (size < INTEGER_SIZE) {
    lua_Unsigned sign = (lua_Unsigned)1 << (8 * size - 1);
    return (lua_Integer)(is_signed ? (value ^ sign) - sign : value);
  }
  unsigned char expected = is_signed && (lua_Integer)value < 0 ? 0xFF : 0;
  for (int i = INTEGER_SIZE; i < size; i++) {
    unsigned char byte = (unsigned char)bytes[layout->is_little_endian ? i : size - 1 - i];
    if (byte != expected) {
      luaL_error(layout->work.L, "%d-byte integer does not fit into Lua Integer", size);
    }
  }
  return (lua_Integer)value;
}

/* Pushes the value of an item. Returns the number of bytes that it takes beyond its size. */
static size_t unpack_item(lua_State *L, Layout *layout, const Item *item, const char *bytes,
                          size_t count) {
  switch (item->kind) {
    case SIGNED:
    case UNSIGNED:
      lua_pushinteger(L, read_integer(layout, bytes, item->size, item->kind == SIGNED));
      return 0;
    case FLOAT: {
      float value;
      copy_in_order((char *)&value, bytes, sizeof value, layout->is_little_endian);
      lua_pushnumber(L, (lua_Number)value);
      return 0;
    }
    case DOUBLE: {
      double value;
      copy_in_order((char *)&value, bytes, sizeof value, layout->is_little_endian);
      lua_pushnumber(L, value);
      return 0;
    }
    case FIXED_STRING:
      mocklua_charge_bytes(L, (size_t)item->size);
      lua_pushlstring(L, bytes, (size_t)item->size);
      return 0;
    case PREFIXED_STRING: {
      size_t length = (size_t)read_integer(layout, bytes, item->size, false);
      luaL_argcheck(L, length <= count - (size_t)item->size, 2, "data string too short");
      mocklua_charge_bytes(L, length);
      lua_pushlstring(L, bytes + item->size, length);
      return length;
    }
    case TERMINATED_STRING: {
      const char *end = mocklua_find_zero(&layout->work, bytes, count);
      luaL_argcheck(L, end != NULL, 2, "unfinished string for format 'z'");
      mocklua_charge_bytes(L, (size_t)(end - bytes));
      lua_pushlstring(L, bytes, (size_t)(end - bytes));
      return (size_t)(end - bytes) + 1;
    }
    default: return 0;
  }
}

static int string_unpack(lua_State *L) {
  Layout layout = make_layout(L);
  size_t count;
  const char *data = luaL_checklstring(L, 2, &count);
  size_t position = mocklua_first_position(luaL_optinteger(L, 3, 1), count) - 1;
  int results = 0;
  luaL_argcheck(L, position <= count, 3, "initial position out of string");
  while (*layout.format != '\0') {
    Item item = read_item(&layout, position);
    luaL_argcheck(L, (size_t)item.padding + (size_t)item.size <= count - position, 2,
                  "data string too short");
    position += (size_t)item.padding;
    luaL_checkstack(L, 2, "too many results");
    if (takes_value(&item)) results++;
    position += unpack_item(L, &layout, &item, data + position, count - position);
    position += (size_t)item.size;
  }
  mocklua_settle(&layout.work);
  lua_pushinteger(L, (lua_Integer)position + 1);
  return results + 1;
}

void mocklua_open_packing(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"pack", string_pack},
      {"packsize", string_packsize},
      {"unpack", string_unpack},
      {NULL, NULL},
  };
  luaL_setfuncs(L, functions, 0);
}
