/*
 * Compiles the Lua side of the language while the package is built, so that no process has to.
 *
 *   LanguageCompiler OUTPUT.swift FILE.lua...
 *
 * OUTPUT declares `enum LanguageBytecode` with a list of bytes for each file, by the file's name. A file
 * that does not compile ends the build with its path, line and problem.
 */
#include <errno.h>
#include <lauxlib.h>
#include <lua.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Listing {
  FILE *file;
  size_t count;
} Listing;

static int write_bytes(lua_State *L, const void *bytes, size_t count, void *context) {
  (void)L;
  Listing *listing = context;
  for (size_t i = 0; i < count; i++) {
    const char *break_or_not = listing->count++ % 24 == 0 ? "\n    " : " ";
    if (fprintf(listing->file, "%s%d,", break_or_not, ((const unsigned char *)bytes)[i]) < 0) return 1;
  }
  return 0;
}

/* The file's name without folders and ending, in memory of its own. */
static char *name_of(const char *path) {
  const char *slash = strrchr(path, '/');
  char *name = strdup(slash == NULL ? path : slash + 1);
  char *ending = name == NULL ? NULL : strrchr(name, '.');
  if (ending != NULL) *ending = 0;
  return name;
}

/* Lua's messages begin with the chunk's name, which it shortens: the path replaces it. */
static void report(lua_State *L, const char *path) {
  const char *problem = lua_tostring(L, -1), *line = strchr(problem, ':');
  fprintf(stderr, "%s%s\n", path, line == NULL ? problem : line);
}

static int compile(const char *path, FILE *output) {
  lua_State *L = luaL_newstate();
  char *name = name_of(path);
  if (L == NULL || name == NULL) {
    fprintf(stderr, "%s: not enough memory\n", path);
    return 1;
  }
  int failed = luaL_loadfilex(L, path, "t");
  if (failed) {
    report(L, path);
  } else {
    Listing listing = {output, 0};
    fprintf(output, "  static let %s: [UInt8] = [", name);
    failed = lua_dump(L, write_bytes, &listing, 1) != 0 || fprintf(output, "\n  ]\n") < 0;
  }
  lua_close(L);
  free(name);
  return failed;
}

int main(int count, char **words) {
  if (count < 3) {
    fprintf(stderr, "usage: LanguageCompiler OUTPUT.swift FILE.lua...\n");
    return 2;
  }
  FILE *output = fopen(words[1], "w");
  if (output == NULL) {
    fprintf(stderr, "%s: %s\n", words[1], strerror(errno));
    return 1;
  }
  fprintf(output, "/// The bytecode of the files in Language, made by LanguageCompiler.\nenum LanguageBytecode {\n");
  int failed = 0;
  for (int i = 2; i < count; i++) failed |= compile(words[i], output);
  fprintf(output, "}\n");
  int was_cut = ferror(output);
  if (fclose(output) != 0 || was_cut) {
    fprintf(stderr, "%s: %s\n", words[1], strerror(errno));
    failed = 1;
  }
  if (failed) remove(words[1]);
  return failed;
}
