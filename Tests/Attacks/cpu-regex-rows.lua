-- A slow expression applied to the rows of a collection. Expected: it ends in time.
-- run: call S.m
-- expect: either {limit}
-- seconds: 4
service "S" {
  ok = reply "alive",
  m = function()
    local rows = collection "rows"
    for i = 1, 20 do rows:insert { id = i, text = ("xyz"):rep(100000) } end
    for i = 1, 1000 do rows:where { text = is.regex [[([a-z]|[b-y]|.){1,60}(x|y|z){1,60}Q$]] } end
  end,
}
