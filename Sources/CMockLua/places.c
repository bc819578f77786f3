/*
 * The place of a script: its innermost line, and a traceback, as facts of an error.
 *
 * This code only reads Lua's stack, so it is safe while Lua allocates memory. The other facts are in errors.c.
 */
#include <stdio.h>

#include "internal.h"

const char mocklua_noted_mark = 0;

#define MAX_TRACEBACK_FRAMES 30
/* The maximum length of a message in bytes. */
#define MAX_MESSAGE 16384

/* Compiled chunks have neither a name nor lines. Lua reports their name as `?`. */
bool mocklua_is_internal(const lua_Debug *frame) {
  return strcmp(frame->source, "=?") == 0 ||
         strncmp(frame->source, MOCKLUA_INTERNAL_CHUNK,
                 strlen(MOCKLUA_INTERNAL_CHUNK)) == 0;
}

/*
 * Finds the innermost frame of a script. Returns its level, or -1. The cost of finding a level is proportional to its
 * depth.
 */
int mocklua_script_place(lua_State *L, lua_Debug *frame) {
  for (int level = 0; level < MOCKLUA_MAX_LEVELS && lua_getstack(L, level, frame); level++) {
    lua_getinfo(L, "Sl", frame);
    if (frame->currentline > 0 && !mocklua_is_internal(frame)) return level;
  }
  return -1;
}

void mocklua_set_text(mocklua_Buffer *buffer, const char *text, size_t count) {
  mocklua_buffer_clear(buffer);
  if (count > MAX_MESSAGE) {
    count = MAX_MESSAGE;
    while (count > 0 && ((uint8_t)text[count] & 0xC0) == 0x80) count--; /* not within a character */
  }
  mocklua_buffer_append(buffer, text, count);
}

/* `@path` is the name of a file, and `=title` is a title. Anything else is the source itself. */
void mocklua_set_file(mocklua_State *state, const lua_Debug *frame) {
  if (frame->source[0] == '@' || frame->source[0] == '=') {
    mocklua_set_text(&state->file, frame->source + 1, strlen(frame->source + 1));
  } else {
    mocklua_set_text(&state->file, frame->short_src, strlen(frame->short_src));
  }
}

void mocklua_clear_error(mocklua_State *state) {
  state->error = (mocklua_Error){.host_error = -1};
  mocklua_buffer_clear(&state->message);
  mocklua_buffer_clear(&state->file);
  mocklua_buffer_clear(&state->path);
  mocklua_buffer_clear(&state->traceback);
  mocklua_buffer_clear(&state->value);
  mocklua_buffer_clear(&state->value_name);
}

static void write_frame(mocklua_Buffer *out, const lua_Debug *frame) {
  char line[LUA_IDSIZE + 160];
  const char *source = frame->source[0] == '@' ? frame->source + 1 : frame->short_src;
  int n;
  if (*frame->what == 'm') {
    n = snprintf(line, sizeof line, "%s:%d: in main chunk\n", source, frame->currentline);
  } else if (frame->name != NULL) {
    n = snprintf(line, sizeof line, "%s:%d: in %s '%s'\n", source, frame->currentline,
                 *frame->namewhat != '\0' ? frame->namewhat : "function", frame->name);
  } else {
    n = snprintf(line, sizeof line, "%s:%d: in function <%s:%d>\n", source, frame->currentline,
                 source, frame->linedefined);
  }
  if (n > (int)sizeof line - 1) n = (int)sizeof line - 1;
  mocklua_buffer_append(out, line, (size_t)n);
}

void mocklua_write_traceback(lua_State *L, mocklua_Buffer *out) {
  lua_Debug frame;
  int written = 0;
  for (int level = 0; level < MOCKLUA_MAX_LEVELS && lua_getstack(L, level, &frame); level++) {
    if (written == MAX_TRACEBACK_FRAMES) return;
    lua_getinfo(L, "Sln", &frame);
    if (frame.currentline <= 0 || mocklua_is_internal(&frame)) continue;
    write_frame(out, &frame);
    written++;
  }
}

void mocklua_note_place(mocklua_State *state, lua_State *co) {
  lua_Debug frame;
  if (mocklua_script_place(co, &frame) >= 0) {
    mocklua_set_file(state, &frame);
    state->error.line = frame.currentline;
  }
}

/* Notes the place at which a limit stops a thread. */
void mocklua_note_stop(lua_State *L) {
  mocklua_State *state = mocklua_owner(L);
  mocklua_clear_error(state);
  mocklua_note_place(state, L);
  mocklua_write_traceback(L, &state->traceback);
}
