/*
 * The raw C counterparts of `dynamic-struct` and `dynamic-value`: the same call through the raw C API, into a plain
 * C struct (`raw-c struct`) or into a generic tree of values (`raw-c value`). Also the counterpart of `new-runtime`:
 * a state with the same libraries that runs the language's files, in their order, from bytecode (`raw-c runtime
 * FILE...`). Prints nanoseconds per call, or per state.
 */
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const script =
    "function answer(args) local items = {} for i = 1, 10 do items[i] = "
    "{ id = i, name = 'item', price = 0.5 } end return { status = 3, items = items } end";

static void push_arguments(lua_State *L) {
  lua_createtable(L, 0, 3);
  lua_pushinteger(L, 1);
  lua_setfield(L, -2, "a");
  lua_pushliteral(L, "x");
  lua_setfield(L, -2, "b");
  lua_createtable(L, 3, 0);
  for (int i = 1; i <= 3; i++) {
    lua_pushinteger(L, i);
    lua_rawseti(L, -2, i);
  }
  lua_setfield(L, -2, "c");
}

/* into a struct */

typedef struct Item {
  lua_Integer id;
  double price;
  char *name;
} Item;

static lua_Integer read_struct(lua_State *L) {
  lua_getfield(L, -1, "status");
  lua_Integer sum = lua_tointeger(L, -1);
  lua_pop(L, 1);
  lua_getfield(L, -1, "items");
  size_t count = lua_rawlen(L, -1);
  Item *items = malloc(sizeof(Item) * count);
  for (size_t i = 0; i < count; i++) {
    lua_rawgeti(L, -1, (lua_Integer)i + 1);
    lua_getfield(L, -1, "id");
    items[i].id = lua_tointeger(L, -1);
    lua_getfield(L, -2, "price");
    items[i].price = lua_tonumber(L, -1);
    lua_getfield(L, -3, "name");
    items[i].name = strdup(lua_tostring(L, -1));
    lua_pop(L, 4);
  }
  lua_pop(L, 2);
  sum += items[count - 1].id;
  for (size_t i = 0; i < count; i++) free(items[i].name);
  free(items);
  return sum;
}

/* into a generic tree */

typedef struct Value {
  enum { NIL, BOOLEAN, INTEGER, NUMBER, STRING, LIST, MAP } kind;
  size_t count;
  union {
    int boolean;
    lua_Integer integer;
    double number;
    char *string;
    struct Value *list;
    struct Entry *map;
  };
} Value;

typedef struct Entry {
  char *key;
  Value value;
} Entry;

static Value read_value(lua_State *L, int index);

static Value read_table(lua_State *L, int index) {
  Value value = {.kind = LIST, .count = lua_rawlen(L, index)};
  if (value.count > 0) {
    value.list = malloc(sizeof(Value) * value.count);
    for (size_t i = 0; i < value.count; i++) {
      lua_rawgeti(L, index, (lua_Integer)i + 1);
      value.list[i] = read_value(L, lua_gettop(L));
      lua_pop(L, 1);
    }
    return value;
  }
  size_t capacity = 4;
  value.kind = MAP;
  value.map = malloc(sizeof(Entry) * capacity);
  lua_pushnil(L);
  while (lua_next(L, index)) {
    if (value.count == capacity) {
      capacity *= 2;
      value.map = realloc(value.map, sizeof(Entry) * capacity);
    }
    value.map[value.count].key = strdup(lua_tostring(L, -2));
    value.map[value.count++].value = read_value(L, lua_gettop(L));
    lua_pop(L, 1);
  }
  return value;
}

static Value read_value(lua_State *L, int index) {
  switch (lua_type(L, index)) {
    case LUA_TBOOLEAN: return (Value){.kind = BOOLEAN, .boolean = lua_toboolean(L, index)};
    case LUA_TNUMBER:
      if (lua_isinteger(L, index)) {
        return (Value){.kind = INTEGER, .integer = lua_tointeger(L, index)};
      }
      return (Value){.kind = NUMBER, .number = lua_tonumber(L, index)};
    case LUA_TSTRING: return (Value){.kind = STRING, .string = strdup(lua_tostring(L, index))};
    case LUA_TTABLE: return read_table(L, index);
    default: return (Value){.kind = NIL};
  }
}

static void free_value(Value value) {
  if (value.kind == STRING) free(value.string);
  if (value.kind == LIST) {
    for (size_t i = 0; i < value.count; i++) free_value(value.list[i]);
    free(value.list);
  }
  if (value.kind == MAP) {
    for (size_t i = 0; i < value.count; i++) {
      free(value.map[i].key);
      free_value(value.map[i].value);
    }
    free(value.map);
  }
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* a new state */

typedef struct Chunk {
  char *bytes;
  size_t size;
} Chunk;

static int append(lua_State *L, const void *bytes, size_t size, void *to) {
  Chunk *chunk = to;
  (void)L;
  chunk->bytes = realloc(chunk->bytes, chunk->size + size);
  memcpy(chunk->bytes + chunk->size, bytes, size);
  chunk->size += size;
  return 0;
}

/* Replaces the host functions that the files require. Every operation on it returns itself. As a list, it is empty. */
static int give_stub(lua_State *L) {
  if (lua_isinteger(L, 2)) return 0;
  lua_pushvalue(L, lua_upvalueindex(1));
  return 1;
}

static void push_stub(lua_State *L) {
  lua_newtable(L);
  lua_newtable(L);
  for (int i = 0; i < 2; i++) {
    lua_pushvalue(L, -2);
    lua_pushcclosure(L, give_stub, 1);
    lua_setfield(L, -2, i == 0 ? "__index" : "__call");
  }
  lua_setmetatable(L, -2);
}

static void open_libraries(lua_State *L) {
  static const luaL_Reg libraries[] = {
      {LUA_GNAME, luaopen_base},          {LUA_TABLIBNAME, luaopen_table},
      {LUA_STRLIBNAME, luaopen_string},   {LUA_MATHLIBNAME, luaopen_math},
      {LUA_UTF8LIBNAME, luaopen_utf8},    {LUA_COLIBNAME, luaopen_coroutine},
      {LUA_OSLIBNAME, luaopen_os},
  };
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
    luaL_requiref(L, libraries[i].name, libraries[i].func, 1);
    lua_pop(L, 1);
  }
}

static int run_chunks(lua_State *L, const Chunk *chunks, int count) {
  lua_newtable(L);
  lua_newtable(L);
  lua_pushglobaltable(L);
  for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
    lua_pushvalue(L, -2);
    lua_pushvalue(L, -2);
    lua_rawset(L, -6);
  }
  lua_pop(L, 1);
  lua_setfield(L, -2, "globals"); /* a copy of the scripts' globals, from which the last file removes the words */
  lua_getglobal(L, "next");
  lua_setfield(L, -2, "plain_next");
  lua_newtable(L);
  push_stub(L);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  for (int i = 0; i < count; i++) {
    if (luaL_loadbufferx(L, chunks[i].bytes, chunks[i].size, "language", "b")) return 0;
    lua_pushvalue(L, 1);
    if (lua_pcall(L, 1, 0, 0)) return 0;
  }
  return 1;
}

static int measure_states(int count, char **files) {
  enum { states = 2000 };
  Chunk *chunks = calloc((size_t)count, sizeof *chunks);
  lua_State *compiler = luaL_newstate();
  for (int i = 0; i < count; i++) {
    if (luaL_loadfile(compiler, files[i])) return fprintf(stderr, "%s\n", lua_tostring(compiler, -1)), 1;
    lua_dump(compiler, append, &chunks[i], 1);
    lua_settop(compiler, 0);
  }
  lua_close(compiler);
  double start = 0;
  for (int i = -states / 10; i < states; i++) {
    if (i == 0) start = now();
    lua_State *L = luaL_newstate();
    open_libraries(L);
    if (!run_chunks(L, chunks, count)) return fprintf(stderr, "%s\n", lua_tostring(L, -1)), 1;
    lua_close(L);
  }
  printf("%.1f\n", (now() - start) / states);
  return 0;
}

int main(int count, char **words) {
  enum { calls = 200000 };
  if (count > 2 && strcmp(words[1], "runtime") == 0) return measure_states(count - 2, words + 2);
  int into_value = count > 1 && strcmp(words[1], "value") == 0;
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  if (luaL_dostring(L, script)) return 1;
  lua_Integer sum = 0;
  double start = 0;
  for (int i = -calls / 10; i < calls; i++) {
    if (i == 0) start = now();
    lua_getglobal(L, "answer");
    push_arguments(L);
    if (lua_pcall(L, 1, 1, 0)) return 1;
    if (into_value) {
      Value value = read_value(L, lua_gettop(L));
      sum += (lua_Integer)value.count;
      free_value(value);
      lua_pop(L, 1);
    } else {
      sum += read_struct(L);
    }
  }
  printf("%.1f\n", (now() - start) / calls);
  lua_close(L);
  return sum == 0;
}
