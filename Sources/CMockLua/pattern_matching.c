/*
 * The matcher for Lua's patterns.
 *
 * It accepts the same patterns as Lua's own matcher, with the same captures, limits, and messages, but differs in two
 * ways. First, each step is charged, so that the limits stop a pattern that backtracks endlessly. Second, pending
 * alternatives are kept in a table of choices instead of on the C stack. Where Lua's matcher recurses, this one adds a
 * choice, and after a failure it continues with the newest one.
 *
 * A pattern item matches one character (`a`, `.`, `%d`, `[a-z]`) and may be followed by `*`, `+`, `-`, or `?`. As in
 * Lua, an error in a pattern is raised only when the matcher reaches it.
 */
#include "patterns.h"

/* The maximum number of pending choices. With one more, Lua reports that the pattern is too complex. */
#define MAX_CHOICES 199

typedef enum ChoiceKind {
  OPENED,  /* a capture was opened; on failure, remove it */
  CLOSED,  /* a capture was closed; on failure, reopen it */
  SKIPPED, /* `?` took a character; on failure, take none */
  GREEDY,  /* `*` or `+` took as many characters as possible; on failure, take one fewer */
  LAZY,    /* `-` took as few characters as possible; on failure, take one more */
} ChoiceKind;

typedef struct Choice {
  ChoiceKind kind;
  int capture;          /* CLOSED */
  const char *at;       /* the last start for the rest of the pattern */
  const char *least;    /* GREEDY: the leftmost start to try */
  const char *item;     /* LAZY */
  const char *suffix;   /* the rest of the pattern follows it */
} Choice;

/* The kinds of ASCII characters, regardless of the process's locale. */
enum {
  UPPER = 1,
  LOWER = 2,
  DIGIT = 4,
  SPACE = 8,
  CONTROL = 16,
  PUNCTUATION = 32,
  HEX = 64,
  LETTER = UPPER | LOWER,
};

static const uint8_t kinds[256] = {
    [0 ... 8] = CONTROL,
    [9 ... 13] = CONTROL | SPACE,
    [14 ... 31] = CONTROL,
    [' '] = SPACE,
    ['!' ... '/'] = PUNCTUATION,
    ['0' ... '9'] = DIGIT | HEX,
    [':' ... '@'] = PUNCTUATION,
    ['A' ... 'F'] = UPPER | HEX,
    ['G' ... 'Z'] = UPPER,
    ['[' ... '`'] = PUNCTUATION,
    ['a' ... 'f'] = LOWER | HEX,
    ['g' ... 'z'] = LOWER,
    ['{' ... '~'] = PUNCTUATION,
    [127] = CONTROL,
};

static inline int byte_at(const char *at) { return (unsigned char)*at; }

static int fail_pattern(const mocklua_Matcher *matcher, const char *problem) {
  return luaL_error(matcher->work->L, "%s", problem);
}

/* Returns whether `%class` matches a character. A class that isn't a letter known to Lua matches itself. */
static bool accepts_class(int character, int class) {
  int wanted;
  switch (class | 32) {
    case 'a': wanted = LETTER; break;
    case 'c': wanted = CONTROL; break;
    case 'd': wanted = DIGIT; break;
    case 'g': wanted = LETTER | DIGIT | PUNCTUATION; break;
    case 'l': wanted = LOWER; break;
    case 'p': wanted = PUNCTUATION; break;
    case 's': wanted = SPACE; break;
    case 'u': wanted = UPPER; break;
    case 'w': wanted = LETTER | DIGIT; break;
    case 'x': wanted = HEX; break;
    case 'z': return (character == 0) == (class == 'z');
    default: return class == character;
  }
  bool accepted = (kinds[character] & wanted) != 0;
  return accepted == (class >= 'a');
}

/* Returns whether the set `[...]` matches a character. `close` is its last bracket. */
static bool accepts_set(mocklua_Matcher *matcher, int character, const char *set,
                        const char *close) {
  mocklua_spend(matcher->work, 1);
  const char *at = set + 1;
  bool if_found = true;
  if (*at == '^') {
    if_found = false;
    at++;
  }
  for (int members = 1; at < close; members++) {
    if (members % MOCKLUA_STRIDE == 0) mocklua_spend(matcher->work, MOCKLUA_STRIDE);
    if (*at == '%') {
      if (accepts_class(character, byte_at(at + 1))) return if_found;
      at += 2;
    } else if (at[1] == '-' && at + 2 < close) {
      if (byte_at(at) <= character && character <= byte_at(at + 2)) return if_found;
      at += 3;
    } else {
      if (byte_at(at) == character) return if_found;
      at++;
    }
  }
  return !if_found;
}

static const char *end_of_set(mocklua_Matcher *matcher, const char *set) {
  const char *at = set + 1, *end = matcher->pattern_end;
  if (*at == '^') at++;
  for (int members = 1;; members++) { /* the first member may be a bracket */
    if (members % MOCKLUA_STRIDE == 0) mocklua_spend(matcher->work, MOCKLUA_STRIDE);
    if (at == end) fail_pattern(matcher, "malformed pattern (missing ']')");
    bool is_escape = *at++ == '%';
    if (is_escape && at < end) at++;
    if (*at == ']') return at + 1;
  }
}

static inline const char *end_of_item(mocklua_Matcher *matcher, const char *item) {
  if (*item == '[') return end_of_set(matcher, item);
  if (*item != '%') return item + 1;
  if (item + 1 == matcher->pattern_end) {
    fail_pattern(matcher, "malformed pattern (ends with '%')");
  }
  return item + 2;
}

static inline bool accepts(mocklua_Matcher *matcher, const char *at, const char *item,
                           const char *item_end) {
  if (at >= matcher->subject_end) return false;
  switch (*item) {
    case '.': return true;
    case '%': return accepts_class(byte_at(at), byte_at(item + 1));
    case '[': return accepts_set(matcher, byte_at(at), item, item_end - 1);
    default: return *item == *at;
  }
}

/* Returns the end of the longest sequence that an item matches. */
static const char *end_of_run(mocklua_Matcher *matcher, const char *at, const char *item,
                              const char *item_end) {
  if (*item == '.') return matcher->subject_end;
  while (true) {
    for (int i = 0; i < 256; i++, at++) {
      if (!accepts(matcher, at, item, item_end)) return at;
    }
    mocklua_spend(matcher->work, 64);
  }
}

/* Returns the end of the balanced text for `%bxy` that starts at `at`, or NULL. */
static const char *end_of_balance(mocklua_Matcher *matcher, const char *at, const char *pair) {
  if (pair + 1 >= matcher->pattern_end) {
    fail_pattern(matcher, "malformed pattern (missing arguments to '%b')");
  }
  if (at >= matcher->subject_end || *at != pair[0]) return NULL;
  for (ptrdiff_t open = 1; ++at < matcher->subject_end;) {
    if (((uintptr_t)at & 255) == 0) mocklua_spend(matcher->work, 64);
    if (*at == pair[1]) {
      if (--open == 0) return at + 1;
    } else if (*at == pair[0]) {
      open++;
    }
  }
  return NULL;
}

/* Returns the end of the repeated capture for `%1` to `%9`, or NULL. */
static const char *end_of_repetition(mocklua_Matcher *matcher, const char *at, int digit) {
  int i = digit - '1';
  if (i < 0 || i >= matcher->level || matcher->captures[i].length == MOCKLUA_CAPTURE_OPEN) {
    luaL_error(matcher->work->L, "invalid capture index %%%d", i + 1);
  }
  ptrdiff_t length = matcher->captures[i].length;
  if (length < 0 || matcher->subject_end - at < length) return NULL;
  bool is_equal =
      mocklua_equal_bytes(matcher->work, matcher->captures[i].start, at, (size_t)length);
  return is_equal ? at + length : NULL;
}

/* Returns whether `%f[set]` matches between two characters. Both ends of the subject count as `\0`. */
static bool is_frontier(mocklua_Matcher *matcher, const char *at, const char *set,
                        const char *set_end) {
  int before = at == matcher->subject ? 0 : byte_at(at - 1);
  int after = at == matcher->subject_end ? 0 : byte_at(at);
  return !accepts_set(matcher, before, set, set_end - 1) &&
         accepts_set(matcher, after, set, set_end - 1);
}

static void open_capture(mocklua_Matcher *matcher, const char *at, ptrdiff_t length) {
  if (matcher->level >= MOCKLUA_MAX_CAPTURES) fail_pattern(matcher, "too many captures");
  matcher->captures[matcher->level].start = at;
  matcher->captures[matcher->level].length = length;
  matcher->level++;
}

static int close_capture(mocklua_Matcher *matcher, const char *at) {
  int i = matcher->level - 1;
  while (i >= 0 && matcher->captures[i].length != MOCKLUA_CAPTURE_OPEN) i--;
  if (i < 0) fail_pattern(matcher, "invalid pattern capture");
  matcher->captures[i].length = at - matcher->captures[i].start;
  return i;
}

/*
 * Continues with the newest choice. Returns the start for the rest of the pattern, which is stored in `*pattern`, or
 * NULL if no choice is left.
 */
static const char *take_back(mocklua_Matcher *matcher, Choice *choices, int *pending,
                             const char **pattern) {
  for (; *pending > 0; --*pending) {
    Choice *choice = &choices[*pending - 1];
    switch (choice->kind) {
      case OPENED:
        matcher->level--;
        break;
      case CLOSED:
        matcher->captures[choice->capture].length = MOCKLUA_CAPTURE_OPEN;
        break;
      case SKIPPED:
        --*pending;
        *pattern = choice->suffix + 1;
        return choice->at;
      case GREEDY:
        if (choice->at == choice->least) break;
        *pattern = choice->suffix + 1;
        return --choice->at;
      case LAZY:
        if (!accepts(matcher, choice->at, choice->item, choice->suffix)) break;
        *pattern = choice->suffix + 1;
        return ++choice->at;
    }
  }
  return NULL;
}

/* Returns the end of the match at a position in the subject, or NULL. */
static const char *match_at(mocklua_Matcher *matcher, const char *at) {
  Choice choices[MAX_CHOICES + 1];
  int pending = 0;
  const char *pattern = matcher->pattern, *end = matcher->pattern_end;
  matcher->level = 0;
  while (true) {
    mocklua_step(matcher->work);
    if (pattern == end) return at;
    Choice *choice = &choices[pending];
    switch (*pattern) {
      case '(': {
        bool is_position = pattern[1] == ')';
        open_capture(matcher, at, is_position ? MOCKLUA_CAPTURE_POSITION : MOCKLUA_CAPTURE_OPEN);
        pattern += is_position ? 2 : 1;
        choice->kind = OPENED;
        goto chosen;
      }
      case ')':
        choice->capture = close_capture(matcher, at);
        pattern++;
        choice->kind = CLOSED;
        goto chosen;
      case '$':
        if (pattern + 1 != end) break;
        if (at == matcher->subject_end) return at;
        goto failed;
      case '%':
        if (pattern[1] == 'b') {
          at = end_of_balance(matcher, at, pattern + 2);
          pattern += 4;
        } else if (pattern[1] == 'f') {
          const char *set = pattern + 2;
          if (*set != '[') fail_pattern(matcher, "missing '[' after '%f' in pattern");
          pattern = end_of_set(matcher, set);
          if (!is_frontier(matcher, at, set, pattern)) goto failed;
        } else if (kinds[byte_at(pattern + 1)] & DIGIT) {
          at = end_of_repetition(matcher, at, pattern[1]);
          pattern += 2;
        } else {
          break;
        }
        if (at == NULL) goto failed;
        continue;
    }
    const char *item = pattern, *suffix = end_of_item(matcher, pattern);
    bool is_accepted = accepts(matcher, at, item, suffix);
    pattern = suffix + 1;
    switch (*suffix) {
      case '?':
        if (!is_accepted) continue;
        choice->kind = SKIPPED;
        choice->at = at++;
        break;
      case '-':
        if (!is_accepted) continue;
        choice->kind = LAZY;
        choice->at = at;
        choice->item = item;
        break;
      case '*':
      case '+':
        if (!is_accepted && *suffix == '+') goto failed;
        if (!is_accepted) continue;
        choice->kind = GREEDY;
        choice->least = *suffix == '+' ? at + 1 : at;
        choice->at = at = end_of_run(matcher, at + 1, item, suffix);
        break;
      default:
        if (!is_accepted) goto failed;
        at++;
        pattern = suffix; /* there is no suffix */
        continue;
    }
    choice->suffix = suffix;
  chosen:
    if (pending == MAX_CHOICES) fail_pattern(matcher, "pattern too complex");
    pending++;
    continue;
  failed:
    at = take_back(matcher, choices, &pending, &pattern);
    if (at == NULL) return NULL;
  }
}

/* Returns the next position, up to the end, at which a pattern that starts with a plain character can match. */
static const char *find_character(mocklua_Matcher *matcher, const char *at, int character) {
  while (at < matcher->subject_end) {
    size_t rest = (size_t)(matcher->subject_end - at);
    size_t count = rest < MOCKLUA_SLICE ? rest : MOCKLUA_SLICE;
    const char *found = memchr(at, character, count);
    if (found != NULL) return found;
    mocklua_spend_bytes(matcher->work, count);
    at += count;
  }
  return NULL;
}

/* Returns whether every match starts with the first character of the pattern. */
static bool begins_with_itself(const mocklua_Matcher *matcher) {
  const char *pattern = matcher->pattern;
  if (pattern == matcher->pattern_end || strchr("(.[%)$", *pattern) != NULL) return false;
  return pattern[1] != '*' && pattern[1] != '?' && pattern[1] != '-';
}

const char *mocklua_find_match(mocklua_Matcher *matcher, const char *from, bool is_anchored,
                               const char *not_at, const char **end) {
  bool can_skip = !is_anchored && begins_with_itself(matcher);
  for (const char *at = from; at <= matcher->subject_end; at++) {
    if (can_skip) {
      at = find_character(matcher, at, *matcher->pattern);
      if (at == NULL) break;
    }
    *end = match_at(matcher, at);
    if (*end != NULL && *end != not_at) return at;
    if (is_anchored) break;
  }
  return NULL;
}
