-- Groups nested a hundred thousand levels deep, and as many alternatives. Expected: a located error, or it ends in time.
-- run: call S.m '{"a":"x"}'
-- next: none
-- expect: error .
-- seconds: 10
service "S" {
  ok = reply "alive",
  m = {
    when({ a = is.regex((("("):rep(100000) .. "x" .. (")"):rep(100000))) }, reply(1)),
    when({ a = is.regex((("x|"):rep(100000) .. "y")) }, reply(2)), reply(3),
  },
}
