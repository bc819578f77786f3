#include "library.h"

#if MOCKLUA_HAS_MICROHTTPD

#include "head.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

/*
 * The checks of a request's head that libmicrohttpd omits.
 *
 * A client and a proxy in front of it must agree on where a request ends, and what its headers are. Otherwise one
 * request can hide in another (RFC 9112, 11.2). Versions before 1.0 join folded lines, cut values at a NUL, and use
 * the first of two lengths. The headers that they return don't show any of that, so the lines themselves are checked
 * too. Such a version parses a head in its own buffer, in which it replaces the colons, the line ends, and the
 * spaces of the request line with NULs.
 */

static bool is_token(const char *text) {
  if (*text == 0) return false;
  for (; *text != 0; text++) {
    bool is_letter = (*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z') || (*text >= '0' && *text <= '9');
    if (!is_letter && strchr("!#$%&'*+-.^_`|~", *text) == NULL) return false;
  }
  return true;
}

static bool has_control(const char *text, bool allows_tab) {
  for (; *text != 0; text++) {
    unsigned char byte = (unsigned char)*text;
    if ((byte < 0x20 && !(allows_tab && byte == '\t')) || byte == 0x7F) return true;
  }
  return false;
}

struct fields {
  size_t count;
  unsigned hosts, lengths, codings;
  /* The number of `chunked` and other transfer codings, and whether `chunked` is the last one. */
  unsigned chunked, others;
  bool is_chunked_last;
  /* Whether a coding matches the library's exact comparison, which doesn't ignore spaces after a value. */
  bool is_exact;
  mocklua_HTTPProblem problem;
};

/* Counts the codings of one `Transfer-Encoding`, such as `gzip, chunked`. */
static void count_codings(struct fields *fields, const char *value) {
  while (*value != 0) {
    value += strspn(value, " \t,");
    size_t length = strcspn(value, " \t,;");
    if (length == 0 && *value == 0) break;
    /* A coding with a parameter is a different coding: `chunked` has none. */
    size_t rest = strspn(value + length, " \t");
    bool has_parameter = value[length + rest] == ';';
    fields->is_chunked_last = length == 7 && strncasecmp(value, "chunked", 7) == 0 && !has_parameter;
    if (fields->is_chunked_last)
      fields->chunked++;
    else
      fields->others++;
    value += strcspn(value, ",");
  }
}

static enum MHD_Result take_field(void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
  (void)kind;
  struct fields *fields = context;
  fields->count++;
  if (value == NULL) value = "";
  if (fields->problem == MOCKLUA_HTTP_IS_FINE && !is_token(name)) fields->problem = MOCKLUA_HTTP_BAD_HEADER_NAME;
  if (fields->problem == MOCKLUA_HTTP_IS_FINE && has_control(value, true)) fields->problem = MOCKLUA_HTTP_BAD_HEADER_VALUE;
  if (strcasecmp(name, "Host") == 0) fields->hosts++;
  if (strcasecmp(name, "Content-Length") == 0) fields->lengths++;
  if (strcasecmp(name, "Transfer-Encoding") == 0) {
    fields->codings++;
    fields->is_exact = strcasecmp(value, "chunked") == 0;
    count_codings(fields, value);
  }
  return MHD_YES;
}

/* Skips the two NULs that replaced CR and LF. */
static bool skip_line_end(const char **at, const char *end) {
  if (end - *at < 2 || (*at)[0] != 0 || (*at)[1] != 0) return false;
  *at += 2;
  return true;
}

/* Checks the lines of a head that a version before 1.0 has parsed, from the request line to `end`, after the empty
   line. */
static mocklua_HTTPProblem problem_of_lines(const char *method, const char *target, const char *version, const char *end,
                                            size_t count) {
  if (version != method + strlen(method) + 1 + strlen(target) + 1) return MOCKLUA_HTTP_BAD_REQUEST_LINE;
  const char *at = version + strlen(version);
  if (!skip_line_end(&at, end)) return MOCKLUA_HTTP_BAD_LINE;
  size_t lines = 0;
  while (at < end && *at != 0) {
    if (*at == ' ' || *at == '\t') return MOCKLUA_HTTP_BAD_LINE;
    at += strnlen(at, (size_t)(end - at)) + 1;
    if (at >= end) return MOCKLUA_HTTP_BAD_LINE;
    at += strnlen(at, (size_t)(end - at));
    if (!skip_line_end(&at, end)) return MOCKLUA_HTTP_BAD_LINE;
    lines++;
  }
  /* A NUL in a value looks like the end of a line, which the library doesn't count. */
  bool has_ended = skip_line_end(&at, end) && at == end;
  return has_ended && lines == count ? MOCKLUA_HTTP_IS_FINE : MOCKLUA_HTTP_BAD_LINE;
}

mocklua_HTTPProblem mocklua_problem_of_head(struct MHD_Connection *connection, const char *method, const char *target,
                                            const char *version) {
  struct fields fields = {0};
  MHD_get_connection_values(connection, MHD_HEADER_KIND, take_field, &fields);
  const union MHD_ConnectionInfo *size = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  const char *number = MHD_get_version();
  if (size != NULL && number[0] == '0') {
    mocklua_HTTPProblem problem = problem_of_lines(method, target, version, method + size->header_size, fields.count);
    if (problem != MOCKLUA_HTTP_IS_FINE) return problem;
  }
  if (!is_token(method) || has_control(target, false) || strchr(target, ' ') != NULL) return MOCKLUA_HTTP_BAD_REQUEST_LINE;
  if (fields.problem != MOCKLUA_HTTP_IS_FINE) return fields.problem;
  if (fields.hosts == 0 && strcmp(version, "HTTP/1.0") != 0) return MOCKLUA_HTTP_NO_HOST;
  if (fields.hosts > 1) return MOCKLUA_HTTP_TWO_HOSTS;
  if (fields.lengths > 1) return MOCKLUA_HTTP_TWO_LENGTHS;
  if (fields.codings == 0) return MOCKLUA_HTTP_IS_FINE;
  if (fields.lengths > 0) return MOCKLUA_HTTP_LENGTH_AND_CODING;
  if (strcmp(version, "HTTP/1.0") == 0) return MOCKLUA_HTTP_CODING_OF_OLD_VERSION;
  if (!fields.is_chunked_last || fields.chunked > 1) return MOCKLUA_HTTP_CODING_NOT_CHUNKED;
  if (fields.others > 0) return MOCKLUA_HTTP_UNKNOWN_CODING;
  return fields.is_exact ? MOCKLUA_HTTP_IS_FINE : MOCKLUA_HTTP_CODING_NOT_CHUNKED;
}

#endif
