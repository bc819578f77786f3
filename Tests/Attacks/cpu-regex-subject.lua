-- A subject of five megabytes for linear expressions, and for a hundred of them. Expected: it ends in time.
-- run: call S.m
-- expect: either {limit}
-- seconds: 10
service "S" {
  ok = reply "alive",
  other = {
    when({ text = is.regex "^[a-z]*[0-9]$" }, reply(1)), when({ text = is.regex "(x|y)*z$" }, reply(2)),
    when({ text = is.regex "\\bx{2,50}y\\b" }, reply(3)), reply "none",
  },
  m = function() return services.S.other { text = ("x"):rep(2000000) } end,
}
