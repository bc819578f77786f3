-- A function returns five million values that cost little on the wire and much where they are read. Expected: memory is held.
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
