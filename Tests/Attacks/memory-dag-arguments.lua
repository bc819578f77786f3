-- A table that expands to millions of values is sent to a service as its arguments. Expected: a located error.
-- run: call S.m
-- expect: error .
service "S" {
  ok = reply "alive",
  m = function()
    local parts = { 0.5 }
    for _ = 1, 40 do parts = { parts, parts } end
    return services.S.ok { parts = parts }
  end,
}
