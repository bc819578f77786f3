/*
 * Validates a value in the wire format once, so that Swift can read it in place. After that, all lengths are within
 * their values, and nothing is nested too deeply. Swift code for this would take ten times as long.
 */
#include "internal.h"

typedef struct Checker {
  const uint8_t *at, *end;
} Checker;

static bool skip(Checker *checker, size_t count) {
  if ((size_t)(checker->end - checker->at) < count) return false;
  checker->at += count;
  return true;
}

static bool read_u32(Checker *checker, uint32_t *value) {
  if ((size_t)(checker->end - checker->at) < sizeof *value) return false;
  memcpy(value, checker->at, sizeof *value);
  checker->at += sizeof *value;
  return true;
}

static bool check_value(Checker *checker, int depth);

static bool check_text(Checker *checker) {
  uint32_t count;
  return read_u32(checker, &count) && skip(checker, count);
}

/* A whole number without leading zeros that a double can approximate. */
static bool check_digits(Checker *checker) {
  const uint8_t *start = checker->at + sizeof(uint32_t);
  if (!check_text(checker) || start == checker->at) return false;
  if (*start == '-') start++;
  if (start == checker->at || *start < '1' || *start > '9') return false;
  if (checker->at - start > MOCKLUA_MAX_DIGITS) return false;
  for (; start < checker->at; start++) {
    if (*start < '0' || *start > '9') return false;
  }
  return true;
}

/* The entries must fill the payload exactly, because readers skip a table by its length. */
static bool check_table(Checker *checker, bool is_map, int depth) {
  uint32_t payload, count, hint = 0;
  if (depth >= MOCKLUA_MAX_WIRE_DEPTH) return false;
  if (!read_u32(checker, &payload) || !read_u32(checker, &count)) return false;
  if (is_map && !read_u32(checker, &hint)) return false;
  if ((size_t)(checker->end - checker->at) < payload || hint > payload) return false;
  if (is_map && hint != 0) return false; /* only readers write it, later */
  Checker inner = {checker->at, checker->at + payload};
  for (uint32_t i = 0; i < count; i++) {
    if (is_map && !check_text(&inner)) return false;
    if (!check_value(&inner, depth + 1)) return false;
  }
  checker->at = inner.at;
  return inner.at == inner.end;
}

static bool check_value(Checker *checker, int depth) {
  if (checker->at == checker->end) return false;
  switch (*checker->at++) {
    case MOCKLUA_WIRE_NIL:
    case MOCKLUA_WIRE_NULL:
    case MOCKLUA_WIRE_FALSE:
    case MOCKLUA_WIRE_TRUE:
    case MOCKLUA_WIRE_EMPTY: return true;
    case MOCKLUA_WIRE_INTEGER:
    case MOCKLUA_WIRE_NUMBER: return skip(checker, 8);
    case MOCKLUA_WIRE_STRING: return check_text(checker);
    case MOCKLUA_WIRE_EXACT: return check_digits(checker);
    case MOCKLUA_WIRE_ARRAY: return check_table(checker, false, depth);
    case MOCKLUA_WIRE_MAP: return check_table(checker, true, depth);
    case MOCKLUA_WIRE_FUNCTION: return skip(checker, 4);
    case MOCKLUA_WIRE_PACKED: {
      uint32_t count;
      if (!read_u32(checker, &count)) return false;
      if ((size_t)(checker->end - checker->at) < count) return false;
      if (depth >= MOCKLUA_MAX_WIRE_DEPTH) return false;
      Checker inner = {checker->at, checker->at + count};
      if (!check_value(&inner, depth + 1) || inner.at != inner.end) return false;
      checker->at = inner.end;
      return true;
    }
    default: return false;
  }
}

bool mocklua_wire_is_valid(const uint8_t *bytes, size_t count) {
  Checker checker = {bytes, bytes + count};
  return check_value(&checker, 0) && checker.at == checker.end;
}
