-- A state key is given large tables again and again; each replaces the one before. Expected: it ends in time, and memory is held.
-- run: call S.m
-- expect: either {limit}
-- seconds: 10
shared { key = 1 }
service "S" {
  ok = reply "alive",
  m = function()
    local list = {}
    for i = 1, 100000 do list[i] = i end
    for _ = 1, 1000 do state.key = list end
  end,
}
