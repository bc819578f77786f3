-- A table that expands to millions of values is emitted into a stream. Expected: a located error.
-- run: call S.m
-- expect: error .
service "S" {
  ok = reply "alive",
  m = stream(function()
    local parts = { null }
    for _ = 1, 40 do parts = { parts, parts } end
    emit(parts)
  end),
}
