/*
 * Line coverage of a script's functions.
 *
 * A counted source has one number for each line. The numbers belong to the host, and all states that run the source
 * share them. A number is 0 for a line without code, and otherwise the number of runs plus one. A line hook increments
 * the numbers. It is the same hook that checks the limits (hook.c). In states that count, it receives line events
 * while a function of the script runs, which makes Lua do more work between instructions.
 *
 * Lua knows the lines with code only once a function exists. So the lines of functions that haven't run are marked
 * explicitly: the response functions, and the functions that they contain or refer to by name.
 */
#include "internal.h"

/* The maximum number of functions inspected. A script with more functions has created them in a loop. */
#define MAX_FUNCTIONS 10000

void mocklua_forget_lines(mocklua_State *state) {
  while (state->text_count > 0) free(state->texts[--state->text_count].name);
  free(state->texts);
  state->texts = NULL;
  state->loaded_count = 0;
}

bool mocklua_count_lines(mocklua_State *state, const char *name, int64_t *lines, size_t count) {
  mocklua_Text *texts = realloc(state->texts, sizeof *texts * (size_t)(state->text_count + 1));
  if (texts != NULL) state->texts = texts;
  char *copy = texts == NULL ? NULL : strdup(name);
  if (copy == NULL) return false;
  texts[state->text_count++] = (mocklua_Text){.name = copy, .lines = lines, .count = count};
  return true;
}

/* Returns the source of a chunk; NULL if it isn't counted. Moves the found source to the front of the list. */
static const mocklua_Text *text_of(mocklua_State *state, const char *source) {
  if (source[0] != '@') return NULL;
  for (int i = 0; i < state->text_count; i++) {
    mocklua_Text *text = &state->texts[i];
    if (strcmp(text->name, source + 1) != 0) continue;
    mocklua_Text found = *text;
    *text = state->texts[0];
    state->texts[0] = found;
    return &state->texts[0];
  }
  return NULL;
}

static int64_t *number_of(const mocklua_Text *text, lua_Integer line) {
  return line >= 1 && (size_t)line <= text->count ? &text->lines[line - 1] : NULL;
}

void mocklua_count_line(lua_State *L, lua_Debug *event) {
  /* The runtime's own chunks have no line information. Lua still calls the hook at the start of their functions. */
  if (event->currentline <= 0) return;
  mocklua_State *state = mocklua_owner(L);
  /* Getting the source from Lua is the most expensive part, so it is skipped if there is only one source. */
  bool is_alone = state->text_count == 1 && state->loaded_count == 1;
  if (!is_alone) lua_getinfo(L, "S", event);
  const mocklua_Text *text = is_alone ? state->texts : text_of(state, event->source);
  int64_t *number = text == NULL ? NULL : number_of(text, event->currentline);
  /* The first run also marks the line. */
  if (number != NULL && __atomic_fetch_add(number, 1, __ATOMIC_RELAXED) == 0) {
    __atomic_fetch_add(number, 1, __ATOMIC_RELAXED);
  }
}

/* Appends the function on top of the stack to the list at `list` unless it is already there, and pops it. */
static void put(lua_State *L, int list) {
  lua_pushvalue(L, -1);
  bool is_known = lua_rawget(L, list) != LUA_TNIL;
  lua_pop(L, 1);
  if (is_known || lua_rawlen(L, list) >= MAX_FUNCTIONS) {
    lua_pop(L, 1);
    return;
  }
  lua_pushvalue(L, -1);
  lua_pushboolean(L, true);
  lua_rawset(L, list);
  lua_rawseti(L, list, (lua_Integer)lua_rawlen(L, list) + 1);
}

/* Appends the functions in the table on top of the stack, and pops the table. */
static void put_fields(lua_State *L, int list) {
  int table = lua_gettop(L);
  lua_pushvalue(L, table);
  bool is_known = lua_rawget(L, list) != LUA_TNIL;
  lua_settop(L, table);
  if (!is_known) {
    lua_pushvalue(L, table);
    lua_pushboolean(L, true);
    lua_rawset(L, list);
    lua_pushnil(L);
    while (lua_next(L, table)) {
      if (lua_isfunction(L, -1)) {
        put(L, list);
      } else {
        lua_pop(L, 1);
      }
    }
  }
  lua_settop(L, table - 1);
}

/*
 * Marks the lines in the table on top of the stack. Every function returns on the line of its `end`, even if all its
 * paths return earlier, so that line is marked only when it runs.
 */
static void mark(lua_State *L, const mocklua_Text *text, const lua_Debug *function) {
  lua_Integer end = function->lastlinedefined > function->linedefined ? function->lastlinedefined : 0;
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    lua_Integer line = lua_tointeger(L, -2);
    int64_t *number = number_of(text, line), none = 0;
    if (number != NULL && line != end) {
      __atomic_compare_exchange_n(number, &none, 1, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    }
    lua_pop(L, 1);
  }
}

/* watch_lines(on) starts or stops counting the lines that run in this thread and in threads that it creates. */
int mocklua_watch_lines(lua_State *L) {
  lua_Hook hook = mocklua_owner(L)->hook;
  int mask = lua_gethookmask(L), count = lua_gethookcount(L);
  bool is_on = lua_toboolean(L, 1);
  if (((mask & LUA_MASKLINE) != 0) != is_on && lua_gethook(L) == hook) {
    lua_sethook(L, hook, is_on ? mask | LUA_MASKLINE : mask & ~LUA_MASKLINE, count);
  }
  return 0;
}

/*
 * mark_lines(f) marks the lines of a function and of the functions that it holds: in upvalues, and in fields of tables
 * in upvalues.
 */
int mocklua_mark_lines(lua_State *L) {
  mocklua_State *state = mocklua_owner(L);
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, 1);
  lua_newtable(L);
  const int list = 2;
  lua_pushvalue(L, 1);
  put(L, list);
  for (lua_Integer i = 1; lua_rawgeti(L, list, i) == LUA_TFUNCTION; i++) {
    lua_Debug function;
    const int held = lua_gettop(L);
    mocklua_charge(L, 50);
    lua_pushvalue(L, held);
    lua_getinfo(L, ">SL", &function);
    const mocklua_Text *text = text_of(state, function.source);
    if (text != NULL && lua_istable(L, -1)) {
      mark(L, text, &function);
      lua_settop(L, held);
      for (int upvalue = 1; lua_getupvalue(L, held, upvalue) != NULL; upvalue++) {
        if (lua_isfunction(L, -1)) {
          put(L, list);
        } else if (lua_istable(L, -1)) {
          put_fields(L, list);
        } else {
          lua_pop(L, 1);
        }
      }
    }
    lua_settop(L, list);
  }
  return 0;
}
