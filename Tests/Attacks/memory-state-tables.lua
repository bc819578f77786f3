-- A state key is repeatedly set to large tables, each replacing the previous one. Expected: it ends in time, and memory stays limited.
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
