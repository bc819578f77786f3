-- Patterns compare numbers at the limits of all types with each other. Expected: responses.
-- run: call FILE S.m '{"a":9223372036854775807}' S.m '{"a":-9223372036854775808}' S.m '{"a":1e308}' S.m '{"a":-1e308}' S.m '{"a":9007199254740993}' S.m '{"a":0.5}'
-- expect: ok "count":6
service "S" {
  ok = reply "alive",
  m = {
    when({ a = is.all_of(is.gt(1.7e308), is.lt(-1.7e308)) }, reply(1)), when({ a = is.all_of(is.ge(9223372036854775807.0), is.le(-9223372036854775808.0)) }, reply(2)),
    when({ a = is.one_of { 1e300, -1e300, 2 ^ 63, -(2 ^ 63), 0.1 } }, reply(3)), when({ a = is.all_of(is.gt(math.maxinteger), is.lt(math.mininteger)) }, reply(4)),
    when({ a = is.size(math.maxinteger) }, reply(5)), reply "none",
  },
}
