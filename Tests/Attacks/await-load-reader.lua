-- A wait in the reader function of `load`. Expected: a located error, or no chunk.
-- run: call S.m
-- expect: either wait|yield
service "S" {
  ok = reply "alive",
  m = function()
    local parts = { "return ", "1" }
    local index = 0
    local chunk, problem = load(function() sleep(1) index = index + 1 return parts[index] end)
    return chunk and chunk() or tostring(problem)
  end,
}
