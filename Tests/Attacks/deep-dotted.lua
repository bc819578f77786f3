-- Dotted names with a hundred thousand parts, in patterns and in `by`. Expected: a response or a located error.
-- run: call FILE S.m '{"a":{"a":{"a":1}}}' S.n '{"a":{"a":{"a":1}}}'
-- expect: either .
local dotted = ("a."):rep(300000) .. "a"
service "S" {
  ok = reply "alive",
  m = { when({ [dotted] = 1 }, reply(1)), when({ [dotted] = is.exists }, reply(2)), reply(3) },
  n = { by = dotted, reply(1) },
}
