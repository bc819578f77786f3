/* Lua's patterns: the matcher (pattern_matching.c) for the functions of `string` (library_patterns.c). */
#ifndef MOCKLUA_PATTERNS_H
#define MOCKLUA_PATTERNS_H

#include "library.h"

#define MOCKLUA_MAX_CAPTURES 32
/* The lengths of captures without a length. */
#define MOCKLUA_CAPTURE_OPEN (-1)
#define MOCKLUA_CAPTURE_POSITION (-2)

/* A subject, a pattern, and the captures of the current attempt. */
typedef struct mocklua_Matcher {
  mocklua_Work *work;
  const char *subject, *subject_end;
  const char *pattern, *pattern_end; /* without the anchor */
  int level;                         /* the number of captures, including open ones */
  struct {
    const char *start;
    ptrdiff_t length;
  } captures[MOCKLUA_MAX_CAPTURES];
} mocklua_Matcher;

/*
 * Finds the first match that starts at `from`, or later unless `is_anchored`, and that doesn't end at `not_at`. Returns
 * its start and stores its end, or returns NULL. [-0, +0, v]
 */
const char *mocklua_find_match(mocklua_Matcher *matcher, const char *from, bool is_anchored,
                               const char *not_at, const char **end);

/* Returns whether a pattern only matches its own bytes. [-0, +0, v] */
bool mocklua_is_plain(mocklua_Work *work, const char *pattern, size_t count);

/* Returns the first position of `needle`, or NULL. [-0, +0, v] */
const char *mocklua_find_plain(mocklua_Work *work, const char *text, size_t count,
                               const char *needle, size_t needle_count);

#endif
