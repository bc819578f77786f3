-- A modest table that shares its parts: a hundred million values when it is written out. Expected: a located error.
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
