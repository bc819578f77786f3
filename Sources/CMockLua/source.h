/* Source text on its way into Lua's compiler (source_reader.c, source_scan.c). */
#ifndef MOCKLUA_SOURCE_H
#define MOCKLUA_SOURCE_H

#include "library.h"

/* Brackets and blocks that nest deeper are refused by Lua itself, which recurs at most 200 times. */
#define MOCKLUA_MAX_NESTING 220

/* What has been seen of a text so far, up to anywhere within a token. */
typedef struct mocklua_Scan {
  uint8_t state;
  char quote, last;        /* what ends a string; the byte before */
  bool is_escaped;         /* within a string, after a backslash */
  bool is_comment;         /* what a long bracket opens */
  bool is_field;           /* the name at hand follows a dot */
  bool has_just_opened;    /* the token before was `(` */
  int level, closing;      /* equal signs of the long bracket, and of what may close it */
  char name[9];            /* as far as it can be a keyword */
  int name_count;
  int line;
  int links;               /* steps from field to field that end here */
  int jumps;               /* `break` and `goto` of the function at hand */
  int branches;            /* `elseif`, `and` and `or` of the function at hand */
  uint64_t cost;           /* instructions that the compiler's work on them is worth, and nobody has charged */
  int brackets, blocks;    /* open ones */
  uint8_t bracket_links[MOCKLUA_MAX_NESTING];  /* steps in front of an open bracket */
  uint16_t block_jumps[MOCKLUA_MAX_NESTING];   /* jumps outside of a function, or a mark for other blocks */
  int block_branches[MOCKLUA_MAX_NESTING];     /* branches outside of a function */
} mocklua_Scan;

void mocklua_scan_start(mocklua_Scan *scan);

/* Goes on with more bytes. Returns what is wrong at `scan->line`, or NULL. */
const char *mocklua_scan(mocklua_Scan *scan, const char *bytes, size_t count);

/* Where a text comes from: from memory, or in pieces from a function of Lua. */
typedef struct mocklua_Source {
  int function;       /* its index on the stack, or 0 */
  const char *bytes;  /* the rest of the piece at hand */
  size_t count;
  const char *mode;   /* what the caller of `load` accepts; text is accepted where it says `t` */
  const char *name;   /* the chunk's */
  int slot;           /* of the stack: keeps the piece, then what is wrong */
  bool has_begun, has_failed;
  mocklua_Scan scan;
} mocklua_Source;

/*
 * Compiles a source. Returns Lua's status, and leaves the function, or what is wrong. Where a limit was
 * reached on the way it raises. [-0, +1, v]
 */
int mocklua_load_source(lua_State *L, mocklua_Source *source);

/* The name of a chunk in messages: of a file, a title, or the beginning of the text itself. */
void mocklua_describe_chunk(char *result, const char *name); /* LUA_IDSIZE bytes */

#endif
