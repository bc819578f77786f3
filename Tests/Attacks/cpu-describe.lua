-- Values described by messages: long strings, names, and numbers, in a loop of caught errors. Expected: it ends in time.
-- run: call S.m
-- expect: either {limit}
-- seconds: 10
service "S" {
  ok = reply "alive",
  m = function()
    local long = ("x\27"):rep(1000000)
    for _ = 1, 10000 do
      pcall(sleep, long) pcall(open_gate, long) pcall(reply(1).after, reply(1), long) pcall(calls, long) pcall(fail, long, {})
    end
    return 1
  end,
}
