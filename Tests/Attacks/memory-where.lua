-- A collection is repeatedly searched with a large pattern. Expected: it ends in time.
-- run: call S.m
-- expect: either {limit}
-- seconds: 10
service "S" {
  ok = reply "alive",
  m = function()
    local rows, list = collection "c", {}
    for r = 1, 1000 do rows:insert { id = r, tags = { r, r + 1 } } list[r] = r end
    for _ = 1, 1000 do rows:where { id = is.one_of(list), tags = is.containing(list) } end
  end,
}
