-- A table that expands to millions of values is inserted into a collection, and searched for. Expected: a located error.
-- run: call S.m
-- expect: error .
service "S" {
  ok = reply "alive",
  m = function()
    local parts = { 1 }
    for _ = 1, 40 do parts = { parts, parts } end
    collection("c"):insert { id = 1 }
    pcall(function() collection("c"):where { a = parts } end)
    collection("c"):insert { parts = parts }
  end,
}
