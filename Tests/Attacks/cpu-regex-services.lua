-- A service with a slow expression is called repeatedly. Expected: it ends in time.
-- run: call S.m
-- expect: either {limit}
-- seconds: 4
service "R" { r = { when({ a = is.regex [[([a-z]|[b-y]|.){1,30}(x|y|z){1,30}$]] }, reply(1)), reply(2) } }
service "S" {
  ok = reply "alive",
  m = function()
    local text = ("xyz"):rep(300000)
    for i = 1, 1000000 do services.R.r { a = text } end
  end,
}
