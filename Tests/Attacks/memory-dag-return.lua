-- A function returns a table that shares its parts. Expected: a located error.
-- run: call S.m
-- expect: error .
service "S" {
  ok = reply "alive",
  m = function()
    local parts = { true }
    for _ = 1, 55 do parts = { x = parts, y = parts } end
    return parts
  end,
}
