/* The peer of `dynamic-answer`: the same call through the raw C API, into a plain C struct. */
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct Item {
  lua_Integer id;
  double price;
  char *name;
} Item;

typedef struct Answer {
  lua_Integer status;
  size_t count;
  Item *items;
} Answer;

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

static Answer read_answer(lua_State *L) {
  Answer answer = {0};
  lua_getfield(L, -1, "status");
  answer.status = lua_tointeger(L, -1);
  lua_pop(L, 1);
  lua_getfield(L, -1, "items");
  answer.count = lua_rawlen(L, -1);
  answer.items = malloc(sizeof(Item) * answer.count);
  for (size_t i = 0; i < answer.count; i++) {
    Item *item = &answer.items[i];
    lua_rawgeti(L, -1, (lua_Integer)i + 1);
    lua_getfield(L, -1, "id");
    item->id = lua_tointeger(L, -1);
    lua_getfield(L, -2, "price");
    item->price = lua_tonumber(L, -1);
    lua_getfield(L, -3, "name");
    item->name = strdup(lua_tostring(L, -1));
    lua_pop(L, 4);
  }
  lua_pop(L, 2);
  return answer;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

int main(void) {
  enum { calls = 200000 };
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
    Answer answer = read_answer(L);
    sum += answer.status + answer.items[9].id;
    for (size_t j = 0; j < answer.count; j++) free(answer.items[j].name);
    free(answer.items);
  }
  printf("%.1f\n", (now() - start) / calls);
  lua_close(L);
  return sum == 0;
}
