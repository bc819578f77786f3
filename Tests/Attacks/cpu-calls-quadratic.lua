-- The log of all calls is read after each call. Expected: a located error.
-- run: call S.m
-- expect: either {limit}
-- seconds: 10
service "S" {
  ok = reply "alive",
  m = function()
    local sum = 0
    for i = 1, 20000 do
      services.S.ok { i = i }
      sum = sum + #calls "S.ok"
    end
    return sum
  end,
}
