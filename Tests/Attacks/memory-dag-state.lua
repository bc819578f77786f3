-- A table that shares its parts is assigned to shared state. Expected: a located error.
-- run: call S.m
-- expect: error .
shared { key = 1 }
service "S" {
  ok = reply "alive",
  m = function()
    local parts = { "" }
    for _ = 1, 40 do parts = { parts, parts } end
    state.key = parts
  end,
}
