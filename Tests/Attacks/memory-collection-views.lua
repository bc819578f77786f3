-- All rows of a collection are repeatedly read, each time as a new list. Expected: it ends in time.
-- run: call S.m
-- expect: either {limit}
-- seconds: 10
service "S" {
  ok = reply "alive",
  m = function()
    local rows = collection "c"
    for r = 1, 2000 do rows:insert { id = r } end
    local kept = {}
    for i = 1, 100000 do kept[i] = rows:all() end
  end,
}
