/*
 * Finds unusual source code that Lua's compiler can't handle, before the compiler sees it.
 *
 * To name the place of an error, Lua 5.4.4 goes back through the chain of fields that led there, `x.a.a.a...`, again
 * for each field, and on the C stack. With many thousands of fields, that takes minutes or crashes the process. At the
 * end of a loop, the compiler's time is quadratic in the number of jumps out of the loop, and it reads no source in the
 * meantime. Both are rejected here, with limits far beyond any normal code. The compiler's time is also quadratic in
 * the number of branches of an `if` and of an expression. But it continues reading in the meantime, so this time can be
 * charged.
 *
 * The scan knows just enough of Lua's syntax to count these: names, strings, comments, brackets, and blocks. It doesn't
 * reject invalid code, because the compiler does.
 */
#include "source.h"

/* The maximum number of field accesses in one expression, including those within its brackets. */
#define MAX_LINKS 100
/* The maximum number of jumps in a function. */
#define MAX_JUMPS 4000
/* In `block_jumps`: a block that isn't a function. */
#define PLAIN_BLOCK UINT16_MAX

enum {
  BETWEEN,       /* between tokens */
  NAME,          /* within a name or a keyword */
  NUMBER,        /* within a number */
  DOT,           /* after one dot */
  DOTS,          /* after two or three dots */
  DASH,          /* after one dash */
  COMMENT,       /* after two dashes */
  LINE,          /* within a comment that ends with the line */
  BRACKET,       /* after `[`, which may open a long bracket, and its equal signs */
  LONG,          /* within a long bracket */
  LONG_CLOSING,  /* within a long bracket, after `]` and its equal signs */
  STRING,        /* within quotes */
};

static const char too_many_links[] =
    "an expression accesses more than 100 fields; put part of it in a local variable";
static const char too_many_jumps[] =
    "a function has more than 4000 `break` and `goto` statements; split it";

void mocklua_scan_start(mocklua_Scan *scan) {
  scan->state = BETWEEN;
  scan->last = '\0';
  scan->is_field = scan->has_just_opened = false;
  scan->line = 1;
  scan->links = scan->jumps = scan->branches = scan->brackets = scan->blocks = 0;
  scan->cost = 0;
}

static bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static void open_block(mocklua_Scan *scan, uint16_t jumps) {
  if (scan->blocks < MOCKLUA_MAX_NESTING) {
    scan->block_jumps[scan->blocks] = jumps;
    scan->block_branches[scan->blocks] = scan->branches;
  }
  scan->blocks++;
}

static void close_block(mocklua_Scan *scan) {
  if (scan->blocks == 0) return;
  scan->blocks--;
  if (scan->blocks >= MOCKLUA_MAX_NESTING) return;
  uint16_t jumps = scan->block_jumps[scan->blocks];
  if (jumps == PLAIN_BLOCK) return;
  scan->jumps = jumps; /* a function ends */
  scan->branches = scan->block_branches[scan->blocks];
}

/* The compiler goes through the list of previous branches. */
static void add_branch(mocklua_Scan *scan) { scan->cost += (uint64_t)++scan->branches / 4; }

/* Handles keywords that open and close blocks, and those that jump. */
static const char *read_keyword(mocklua_Scan *scan) {
  const char *name = scan->name;
  switch (name[0]) {
    case 'b':
    case 'g':
      if (strcmp(name, "break") == 0 || strcmp(name, "goto") == 0) {
        if (++scan->jumps > MAX_JUMPS) return too_many_jumps;
      }
      break;
    case 'd':
      if (strcmp(name, "do") == 0) open_block(scan, PLAIN_BLOCK);
      break;
    case 't':
      if (strcmp(name, "then") == 0) open_block(scan, PLAIN_BLOCK);
      break;
    case 'r':
      if (strcmp(name, "repeat") == 0) open_block(scan, PLAIN_BLOCK);
      break;
    case 'f':
      if (strcmp(name, "function") == 0) {
        open_block(scan, (uint16_t)scan->jumps);
        scan->jumps = scan->branches = 0;
      }
      break;
    case 'e':
      if (strcmp(name, "elseif") == 0) add_branch(scan);
      if (strcmp(name, "end") == 0 || strcmp(name, "elseif") == 0) close_block(scan);
      break;
    case 'a':
      if (strcmp(name, "and") == 0) add_branch(scan);
      break;
    case 'o':
      if (strcmp(name, "or") == 0) add_branch(scan);
      break;
    case 'u':
      if (strcmp(name, "until") == 0) close_block(scan);
      break;
  }
  return NULL;
}

static const char *add_link(mocklua_Scan *scan, int links) {
  scan->links = links;
  return links > MAX_LINKS ? too_many_links : NULL;
}

static const char *end_name(mocklua_Scan *scan) {
  if (scan->is_field) {
    scan->is_field = false;
    return add_link(scan, scan->links + 1);
  }
  scan->links = 0;
  if (scan->name_count > 8) return NULL; /* longer than any keyword */
  scan->name[scan->name_count] = '\0';
  return read_keyword(scan);
}

static void open_bracket(mocklua_Scan *scan) {
  if (scan->brackets < MOCKLUA_MAX_NESTING) {
    scan->bracket_links[scan->brackets] = (uint8_t)scan->links;
    scan->links = 0;
  }
  scan->brackets++;
}

static const char *close_bracket(mocklua_Scan *scan) {
  if (scan->brackets == 0) return NULL;
  scan->brackets--;
  bool is_counted = scan->brackets < MOCKLUA_MAX_NESTING;
  int before = is_counted ? scan->bracket_links[scan->brackets] : 0;
  return add_link(scan, before + scan->links + 1);
}

/* Handles the first byte of a token, or a byte between tokens. */
static const char *begin_token(mocklua_Scan *scan, char c) {
  if (c == ' ' || (c >= '\t' && c <= '\r')) return NULL;
  bool has_just_opened = scan->has_just_opened;
  scan->has_just_opened = c == '(';
  if (is_digit(c)) {
    scan->links = 0;
    scan->state = NUMBER;
  } else if (is_name(c)) {
    scan->name[0] = c;
    scan->name_count = 1;
    scan->state = NAME;
  } else {
    switch (c) {
      case '.': scan->state = DOT; break;
      case '-': scan->state = DASH; break;
      case '[':
        scan->is_comment = false;
        scan->level = 0;
        scan->state = BRACKET;
        break;
      case ']': return close_bracket(scan);
      case '"':
      case '\'':
        scan->links = 0;
        scan->quote = c;
        scan->is_escaped = false;
        scan->state = STRING;
        break;
      case '(': break; /* parentheses don't end the chain */
      case ')':
        if (has_just_opened) scan->links = 0; /* a call without arguments */
        break;
      default: scan->links = 0;
    }
  }
  return NULL;
}

/* Continues after a `[` and its equal signs, possibly within a comment. */
static const char *go_on_with_bracket(mocklua_Scan *scan, char c) {
  if (c == '=') {
    scan->level++;
    return NULL;
  }
  if (c == '[') {
    scan->state = LONG;
    return NULL;
  }
  if (scan->is_comment) {
    scan->state = c == '\n' || c == '\r' ? BETWEEN : LINE;
    return NULL;
  }
  open_bracket(scan);
  scan->state = BETWEEN;
  return begin_token(scan, c);
}

static void go_on_with_long(mocklua_Scan *scan, char c) {
  if (scan->state == LONG) {
    if (c == ']') {
      scan->closing = 0;
      scan->state = LONG_CLOSING;
    }
  } else if (c == '=') {
    scan->closing++;
  } else if (c == ']' && scan->closing == scan->level) {
    if (!scan->is_comment) scan->links = 0;
    scan->state = BETWEEN;
  } else if (c == ']') {
    scan->closing = 0;
  } else {
    scan->state = LONG;
  }
}

static void go_on_with_string(mocklua_Scan *scan, char c) {
  if (scan->is_escaped) {
    scan->is_escaped = false;
  } else if (c == '\\') {
    scan->is_escaped = true;
  } else if (c == scan->quote) {
    scan->state = BETWEEN;
  }
}

/* Numbers can contain letters, dots, and a sign after the exponent. */
static bool goes_on_with_number(const mocklua_Scan *scan, char c) {
  if (is_name(c) || c == '.') return true;
  bool is_exponent = (scan->last | 32) == 'e' || (scan->last | 32) == 'p';
  return (c == '+' || c == '-') && is_exponent;
}

static const char *scan_byte(mocklua_Scan *scan, char c) {
  switch (scan->state) {
    case NAME:
      if (is_name(c)) {
        if (scan->name_count < 8) scan->name[scan->name_count] = c;
        if (scan->name_count <= 8) scan->name_count++;
        return NULL;
      }
      scan->state = BETWEEN;
      const char *problem = end_name(scan);
      return problem != NULL ? problem : begin_token(scan, c);
    case NUMBER:
      if (goes_on_with_number(scan, c)) return NULL;
      scan->state = BETWEEN;
      return begin_token(scan, c);
    case DOT:
      scan->state = c == '.' ? DOTS : BETWEEN;
      if (c == '.') scan->links = 0;
      scan->is_field = c != '.' && !is_digit(c);
      return c == '.' ? NULL : begin_token(scan, c);
    case DOTS:
      if (c == '.') return NULL;
      scan->state = BETWEEN;
      return begin_token(scan, c);
    case DASH:
      if (c == '-') {
        scan->state = COMMENT;
        return NULL;
      }
      scan->links = 0;
      scan->state = BETWEEN;
      return begin_token(scan, c);
    case COMMENT:
      scan->is_comment = true;
      scan->level = 0;
      scan->state = c == '[' ? BRACKET : c == '\n' || c == '\r' ? BETWEEN : LINE;
      return NULL;
    case LINE:
      if (c == '\n' || c == '\r') scan->state = BETWEEN;
      return NULL;
    case BRACKET: return go_on_with_bracket(scan, c);
    case LONG:
    case LONG_CLOSING: go_on_with_long(scan, c); return NULL;
    case STRING: go_on_with_string(scan, c); return NULL;
    default: return begin_token(scan, c);
  }
}

/* `\n`, `\r`, `\n\r`, and `\r\n` are one line ending. */
static bool is_second_of_end(const mocklua_Scan *scan, char c) {
  return (c == '\n' && scan->last == '\r') || (c == '\r' && scan->last == '\n');
}

const char *mocklua_scan(mocklua_Scan *scan, const char *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) {
    char c = bytes[i];
    const char *problem = scan_byte(scan, c);
    if (problem != NULL) return problem;
    if (c != '\n' && c != '\r') {
      scan->last = c;
    } else if (is_second_of_end(scan, c)) {
      scan->last = '\0';
    } else {
      scan->last = c;
      scan->line++;
    }
  }
  return NULL;
}
