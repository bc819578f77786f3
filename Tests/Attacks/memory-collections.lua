-- Thousands of collections with thousands of rows. Expected: it ends in time, and memory stays limited.
-- run: call S.m
-- expect: either {limit}
-- seconds: 10
service "S" {
  ok = reply "alive",
  m = function()
    for c = 1, 1000 do
      local rows = collection("c" .. c)
      for r = 1, 1000 do rows:insert { id = r, text = "row" } end
    end
  end,
}
