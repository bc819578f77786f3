-- An expression applied to an argument of fifteen megabytes, called by a script. Expected: it ends in time.
-- run: call S.m
-- expect: error {limit}
-- seconds: 4
service "R" { r = { when({ a = is.regex [[(([a-z]|[b-y]|.){1,60}(x|y|z|w){1,60}){3}Q$]] }, reply(1)), reply(2) } }
service "S" {
  ok = reply "alive",
  m = function() return pcall(services.R.r, { a = ("xyz"):rep(5000000) }) end,
}
