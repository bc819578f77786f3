-- A function returns five million values that are small on the wire and large in Swift. Expected: memory stays limited.
-- run: call S.m
-- expect: either .
-- seconds: 10
service "S" {
  ok = reply "alive",
  m = function()
    local empty, list = {}, {}
    for i = 1, 5000000 do list[i] = empty end
    return list
  end,
}
