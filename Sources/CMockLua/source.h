/* Source text passed to Lua's compiler (source_reader.c, source_scan.c). */
#ifndef MOCKLUA_SOURCE_H
#define MOCKLUA_SOURCE_H

#include "library.h"

/* Lua itself rejects brackets and blocks that are nested more deeply, because it recurses at most 200 times. */
#define MOCKLUA_MAX_NESTING 220

/* The state of scanning a text, at any position within a token. */
typedef struct mocklua_Scan {
  uint8_t state;
  char quote, last;        /* the character that ends a string, and the previous byte */
  bool is_escaped;         /* within a string, after a backslash */
  bool is_comment;         /* whether a long bracket would be a comment */
  bool is_field;           /* the current name follows a dot */
  bool has_just_opened;    /* the previous token was `(` */
  int level, closing;      /* the number of equal signs in the long bracket, and in a possible closing bracket */
  char name[9];            /* as many characters as a keyword can have */
  int name_count;
  int line;
  int links;               /* the number of field accesses in the chain that ends here */
  int jumps;               /* `break` and `goto` in the current function */
  int branches;            /* `elseif`, `and`, and `or` in the current function */
  uint64_t cost;           /* the compiler's work on them in instructions, not charged yet */
  int brackets, blocks;    /* the number of open ones */
  uint8_t bracket_links[MOCKLUA_MAX_NESTING];  /* field accesses before an open bracket */
  uint16_t block_jumps[MOCKLUA_MAX_NESTING];   /* jumps outside of a function, or a mark for other blocks */
  int block_branches[MOCKLUA_MAX_NESTING];     /* branches outside of a function */
} mocklua_Scan;

void mocklua_scan_start(mocklua_Scan *scan);

/* Scans more bytes. Returns the problem at `scan->line`, or NULL. */
const char *mocklua_scan(mocklua_Scan *scan, const char *bytes, size_t count);

/* The source of a text: memory, or pieces from a Lua function. */
typedef struct mocklua_Source {
  int function;       /* its stack index, or 0 */
  const char *bytes;  /* the rest of the current piece */
  size_t count;
  const char *mode;   /* the mode passed to `load`; text is accepted if it contains `t` */
  const char *name;   /* the chunk's name */
  int slot;           /* a stack index: keeps the piece, and then the error */
  bool has_begun, has_failed;
  mocklua_Scan scan;
} mocklua_Source;

/*
 * Compiles a source. Returns Lua's status, and pushes the function or the error. Raises if a limit was exceeded. [-0,
 * +1, v]
 */
int mocklua_load_source(lua_State *L, mocklua_Source *source);

/* Writes the name of a chunk for messages: the name of a file, a title, or the beginning of the text itself. */
void mocklua_describe_chunk(char *result, const char *name); /* LUA_IDSIZE bytes */

#endif
