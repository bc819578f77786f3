-- A small table that shares its parts expands to a hundred million values. Expected: a located error.
-- run: call S.m
-- expect: error .
service "S" {
  ok = reply "alive",
  m = function()
    local leaf = {}
    for i = 1, 10000 do leaf[i] = i end
    local list = {}
    for i = 1, 10000 do list[i] = leaf end
    return list
  end,
}
