-- A function returns a million small maps. Expected: memory stays limited.
-- run: call S.m
-- expect: either .
-- seconds: 10
service "S" {
  ok = reply "alive",
  m = function()
    local small, list = { a = 1, b = 2, c = 3 }, {}
    for i = 1, 1000000 do list[i] = small end
    return list
  end,
}
