/*
 * `string.format`.
 *
 * Works like Lua's own, except for addresses, which differ between runs. `%s` writes the result of `tostring`, and `%p`
 * writes the type of a value with an address. NaN is written as `nan` on every processor.
 */
#include <locale.h>
#include <math.h>
#include <stdio.h>

#include "library.h"

/* The maximum length of a specification such as `%-+ #0099.99d`, including the letters of its length modifier. */
#define MAX_SPECIFICATION 32
/* The length at which flags, width, precision, and conversion together are too long. */
#define LONGEST_SPECIFICATION 22
/* The buffer size for one number: 99 digits, sign, point, and exponent. */
#define MAX_NUMBER 128
/* The buffer size for `%f`, which writes every digit before the point. */
#define MAX_LONG_NUMBER 448
/* Strings of this length or more are never padded, because the width has at most two digits. */
#define MAX_PADDED 100

typedef struct Format {
  lua_State *L;
  luaL_Buffer *result;
  mocklua_Work work;
  int argument;
  char specification[MAX_SPECIFICATION];
} Format;

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static const char *skip_two_digits(const char *at) {
  if (is_digit(*at)) at++;
  if (is_digit(*at) && is_digit(at[-1])) at++;
  return at;
}

/* Raises if the specification has invalid flags, or a precision that isn't allowed. */
static void check_specification(Format *format, const char *flags, bool has_precision) {
  const char *at = format->specification + 1;
  at += strspn(at, flags);
  if (*at != '0') {
    at = skip_two_digits(at);
    if (*at == '.' && has_precision) at = skip_two_digits(at + 1);
  }
  bool is_letter = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z');
  if (!is_letter) {
    luaL_error(format->L, "invalid conversion specification: '%s'", format->specification);
  }
}

/* Copies a specification. Returns the position of its conversion in the text. */
static const char *read_specification(Format *format, const char *text) {
  size_t count = strspn(text, "-+#0 123456789.") + 1;
  if (count >= LONGEST_SPECIFICATION) luaL_error(format->L, "invalid format (too long)");
  format->specification[0] = '%';
  memcpy(format->specification + 1, text, count);
  format->specification[1 + count] = '\0';
  return text + count - 1;
}

/* Inserts the letters of a length modifier before the conversion. */
static void put_length(Format *format, const char *letters) {
  size_t end = strlen(format->specification), count = strlen(letters);
  char conversion = format->specification[end - 1];
  memcpy(format->specification + end - 1, letters, count);
  format->specification[end - 1 + count] = conversion;
  format->specification[end + count] = '\0';
}

static void add_integer(Format *format, const char *flags) {
  lua_Integer value = luaL_checkinteger(format->L, format->argument);
  check_specification(format, flags, true);
  put_length(format, LUA_INTEGER_FRMLEN);
  char *to = luaL_prepbuffsize(format->result, MAX_NUMBER);
  int count = snprintf(to, MAX_NUMBER, format->specification, (LUAI_UACINT)value);
  luaL_addsize(format->result, (size_t)count);
}

static void add_number(Format *format, size_t room) {
  lua_Number value = luaL_checknumber(format->L, format->argument);
  check_specification(format, "-+#0 ", true);
  if (value != value) value = (lua_Number)NAN; /* without the sign that some processors add */
  char *to = luaL_prepbuffsize(format->result, room);
  int count = snprintf(to, room, format->specification, (LUAI_UACNUMBER)value);
  luaL_addsize(format->result, (size_t)count);
}

static void add_character(Format *format) {
  check_specification(format, "-", false);
  lua_Integer value = luaL_checkinteger(format->L, format->argument);
  char *to = luaL_prepbuffsize(format->result, MAX_NUMBER);
  luaL_addsize(format->result,
               (size_t)snprintf(to, MAX_NUMBER, format->specification, (int)value));
}

/* Adds the text of `%s` or `%p`, which is on top of the stack, with padding and truncation. */
static void add_text(Format *format, bool has_precision) {
  lua_State *L = format->L;
  size_t count;
  lua_replace(L, format->argument); /* the buffer must be on top */
  const char *text = lua_tolstring(L, format->argument, &count);
  if (format->specification[2] != '\0') {
    luaL_argcheck(L, mocklua_find_zero(&format->work, text, count) == NULL, format->argument,
                  "string contains zeros");
    check_specification(format, "-", has_precision);
    bool is_cut = strchr(format->specification, '.') != NULL;
    if (is_cut || count < MAX_PADDED) {
      char *to = luaL_prepbuffsize(format->result, MAX_NUMBER);
      int written = snprintf(to, MAX_NUMBER, format->specification, text);
      luaL_addsize(format->result, (size_t)written);
      return;
    }
  }
  mocklua_add_bytes(&format->work, format->result, text, count);
}

/* `%p`: writes the type of a value that has an address. */
static void add_pointer(Format *format) {
  lua_State *L = format->L;
  bool has_address = lua_topointer(L, format->argument) != NULL;
  lua_pushstring(L, has_address ? luaL_typename(L, format->argument) : "(null)");
  size_t end = strlen(format->specification);
  check_specification(format, "-", false);
  format->specification[end - 1] = 's';
  add_text(format, false);
}

/* `%q`: a literal that Lua can read */

static void add_quoted(Format *format, const char *text, size_t count) {
  luaL_Buffer *result = format->result;
  luaL_addchar(result, '"');
  for (size_t i = 0; i < count; i++) {
    if (i % MOCKLUA_STRIDE == MOCKLUA_STRIDE - 1) mocklua_spend(&format->work, 256);
    unsigned char c = (unsigned char)text[i];
    if (c == '"' || c == '\\' || c == '\n') {
      luaL_addchar(result, '\\');
      luaL_addchar(result, text[i]);
    } else if (c < 32 || c == 127) {
      char escape[8];
      bool is_followed = i + 1 < count && is_digit(text[i + 1]);
      int length = snprintf(escape, sizeof escape, is_followed ? "\\%03d" : "\\%d", c);
      luaL_addlstring(result, escape, (size_t)length);
    } else {
      luaL_addchar(result, text[i]);
    }
  }
  luaL_addchar(result, '"');
}

static void add_literal_number(Format *format) {
  lua_State *L = format->L;
  char *to = luaL_prepbuffsize(format->result, MAX_NUMBER);
  int count;
  if (lua_isinteger(L, format->argument)) {
    lua_Integer value = lua_tointeger(L, format->argument);
    bool has_decimal_form = value != LUA_MININTEGER;
    count = snprintf(to, MAX_NUMBER,
                     has_decimal_form ? LUA_INTEGER_FMT : "0x%" LUA_INTEGER_FRMLEN "x",
                     (LUAI_UACINT)value);
  } else {
    lua_Number value = lua_tonumber(L, format->argument);
    if (value != value) {
      count = snprintf(to, MAX_NUMBER, "(0/0)");
    } else if (isinf(value)) {
      count = snprintf(to, MAX_NUMBER, value > 0 ? "1e9999" : "-1e9999");
    } else {
      count = snprintf(to, MAX_NUMBER, "%a", value);
      char *comma = memchr(to, lua_getlocaledecpoint(), (size_t)count);
      if (comma != NULL) *comma = '.'; /* Lua requires a point in every locale */
    }
  }
  luaL_addsize(format->result, (size_t)count);
}

static void add_literal(Format *format) {
  lua_State *L = format->L;
  if (format->specification[2] != '\0') {
    luaL_error(L, "specifier '%%q' cannot have modifiers");
  }
  switch (lua_type(L, format->argument)) {
    case LUA_TSTRING: {
      size_t count;
      const char *text = lua_tolstring(L, format->argument, &count);
      add_quoted(format, text, count);
      break;
    }
    case LUA_TNUMBER:
      add_literal_number(format);
      break;
    case LUA_TNIL:
    case LUA_TBOOLEAN:
      luaL_tolstring(L, format->argument, NULL);
      luaL_addvalue(format->result);
      break;
    default:
      luaL_argerror(L, format->argument, "value has no literal form");
  }
}

static void add_item(Format *format, char conversion) {
  switch (conversion) {
    case 'c': add_character(format); break;
    case 'd':
    case 'i': add_integer(format, "-+0 "); break;
    case 'u': add_integer(format, "-0"); break;
    case 'o':
    case 'x':
    case 'X': add_integer(format, "-#0"); break;
    case 'a':
    case 'A': check_specification(format, "-+#0 ", true); /* FALLTHROUGH */
    case 'e':
    case 'E':
    case 'g':
    case 'G': add_number(format, MAX_NUMBER); break;
    case 'f': add_number(format, MAX_LONG_NUMBER); break;
    case 'p': add_pointer(format); break;
    case 'q': add_literal(format); break;
    case 's':
      mocklua_push_text(format->L, format->argument, NULL);
      add_text(format, true);
      break;
    default:
      luaL_error(format->L, "invalid conversion '%s' to 'format'", format->specification);
  }
}

static int string_format(lua_State *L) {
  int last = lua_gettop(L);
  size_t count;
  const char *text = luaL_checklstring(L, 1, &count), *end = text + count;
  luaL_Buffer result;
  Format format = {.L = L, .result = &result, .work = mocklua_work(L), .argument = 1};
  luaL_buffinit(L, &result);
  while (text < end) {
    mocklua_step(&format.work);
    if (*text != '%') {
      const char *stop = memchr(text, '%', (size_t)(end - text));
      size_t plain = (size_t)((stop == NULL ? end : stop) - text);
      mocklua_spend_bytes(&format.work, plain);
      luaL_addlstring(&result, text, plain);
      text += plain;
    } else if (text[1] == '%') {
      luaL_addchar(&result, '%');
      text += 2;
    } else {
      if (++format.argument > last) return luaL_argerror(L, format.argument, "no value");
      text = read_specification(&format, text + 1);
      add_item(&format, *text++);
    }
  }
  luaL_pushresult(&result);
  mocklua_settle(&format.work);
  return 1;
}

void mocklua_open_format(lua_State *L) {
  lua_pushcfunction(L, string_format);
  lua_setfield(L, -2, "format");
}
