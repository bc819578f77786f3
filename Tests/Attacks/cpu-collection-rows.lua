-- Rows are inserted and searched one by one, and updated with new ids. Expected: a located error.
-- run: call S.m
-- expect: either {limit}
-- seconds: 10
service "S" {
  ok = reply "alive",
  m = function()
    local rows = collection "c"
    for i = 1, 20000 do rows:insert { id = i } rows:get(i) end
    return rows:count()
  end,
}
