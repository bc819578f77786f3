/*
 * Writes files into a Swift file as string literals, which compile far faster than array literals.
 *
 *   FileEmbedder OUTPUT.swift FILE...
 *
 * OUTPUT declares `enum EmbeddedFiles` with a string for each file. For `name.lua`, the string `name` contains the
 * bytecode in base64, so that no process has to compile the file. For any other file, such as `page.html`, the string
 * `page_html` contains its text. If a Lua file doesn't compile, the build fails with its path, line, and problem.
 *
 * An unchanged OUTPUT isn't written again, so that nothing is recompiled if the build system runs this program twice.
 */
#include <errno.h>
#include <lauxlib.h>
#include <lua.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail(const char *path) {
  fprintf(stderr, "%s: %s\n", path, strerror(errno));
  return 1;
}

/* Returns the bytes of a file in allocated memory, or NULL if it can't be read. */
static char *read_file(const char *path, size_t *count) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) return NULL;
  char *bytes = NULL, part[1 << 14];
  FILE *memory = open_memstream(&bytes, count);
  size_t length;
  while (memory != NULL && (length = fread(part, 1, sizeof part, file)) > 0) fwrite(part, 1, length, memory);
  int failed = memory == NULL || ferror(file) || ferror(memory);
  if (memory != NULL && fclose(memory) != 0) failed = 1;
  fclose(file);
  if (!failed) return bytes;
  free(bytes);
  return NULL;
}

/* Writes the name of a file's declaration: the file name with `_` for characters that Swift doesn't allow. */
static void write_name(const char *path, int is_lua, FILE *output) {
  const char *slash = strrchr(path, '/'), *name = slash == NULL ? path : slash + 1;
  size_t length = strlen(name) - (is_lua ? strlen(".lua") : 0);
  for (size_t i = 0; i < length; i++) {
    char c = name[i];
    int is_allowed = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    fputc(is_allowed ? c : '_', output);
  }
}

static int write_text(const char *path, FILE *output) {
  size_t count = 0;
  char *text = read_file(path, &count);
  if (text == NULL) return fail(path);
  for (size_t i = 0; i < count; i++) {
    unsigned char byte = (unsigned char)text[i];
    if (byte == '\n') fputs("\\n", output);
    else if (byte == '"' || byte == '\\') fprintf(output, "\\%c", byte);
    else if (byte < 0x20) fprintf(output, "\\u{%x}", byte);
    else fputc(byte, output);
  }
  free(text);
  return 0;
}

static void write_base64(const unsigned char *bytes, size_t count, FILE *output) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < count; i += 3) {
    size_t left = count - i;
    unsigned group = (unsigned)bytes[i] << 16;
    if (left > 1) group |= (unsigned)bytes[i + 1] << 8;
    if (left > 2) group |= bytes[i + 2];
    fputc(digits[group >> 18], output);
    fputc(digits[group >> 12 & 63], output);
    fputc(left > 1 ? digits[group >> 6 & 63] : '=', output);
    fputc(left > 2 ? digits[group & 63] : '=', output);
  }
}

/* Replaces the name of the chunk at the start of Lua's messages, which Lua shortens, with the path. */
static void report(lua_State *L, const char *path) {
  const char *problem = lua_tostring(L, -1), *line = strchr(problem, ':');
  fprintf(stderr, "%s%s\n", path, line == NULL ? problem : line);
}

static int collect(lua_State *L, const void *bytes, size_t count, void *memory) {
  (void)L;
  return fwrite(bytes, 1, count, memory) != count;
}

static int write_bytecode(const char *path, FILE *output) {
  char *bytes = NULL;
  size_t count = 0;
  lua_State *L = luaL_newstate();
  FILE *memory = open_memstream(&bytes, &count);
  if (L == NULL || memory == NULL) return fail(path);
  int failed = luaL_loadfilex(L, path, "t");
  if (failed) report(L, path);
  else failed = lua_dump(L, collect, memory, 1);
  lua_close(L);
  if (fclose(memory) != 0) failed = fail(path);
  if (!failed) write_base64((unsigned char *)bytes, count, output);
  free(bytes);
  return failed;
}

static int embed(const char *path, FILE *output) {
  const char *ending = strrchr(path, '.');
  int is_lua = ending != NULL && strcmp(ending, ".lua") == 0;
  fputs("  static let ", output);
  write_name(path, is_lua, output);
  fputs(" = \"", output);
  int failed = is_lua ? write_bytecode(path, output) : write_text(path, output);
  fputs("\"\n", output);
  return failed;
}

static int write_if_changed(const char *path, const char *text, size_t count) {
  size_t old_count = 0;
  char *old = read_file(path, &old_count);
  int is_same = old != NULL && old_count == count && memcmp(old, text, count) == 0;
  free(old);
  if (is_same) return 0;
  FILE *file = fopen(path, "wb");
  if (file == NULL) return fail(path);
  int was_cut = fwrite(text, 1, count, file) != count;
  if (fclose(file) == 0 && !was_cut) return 0;
  fail(path);
  remove(path);
  return 1;
}

int main(int count, char **words) {
  if (count < 3) {
    fprintf(stderr, "usage: FileEmbedder OUTPUT.swift FILE...\n");
    return 2;
  }
  char *text = NULL;
  size_t length = 0;
  FILE *output = open_memstream(&text, &length);
  if (output == NULL) return fail(words[1]);
  fputs("/// Files as FileEmbedder writes them.\nenum EmbeddedFiles {\n", output);
  int failed = 0;
  for (int i = 2; i < count; i++) failed |= embed(words[i], output);
  fputs("}\n", output);
  if (fclose(output) != 0) failed = fail(words[1]);
  if (!failed) failed = write_if_changed(words[1], text, length);
  free(text);
  return failed;
}
