-- A function calls a service that uses up a budget a thousand times, and catches the errors. Expected: one budget for the chain.
-- run: call S.m
-- expect: error {limit}
-- seconds: 3
service "S" {
  ok = reply "alive",
  burn = function() repeat local t = {} until false end,
  m = function()
    for _ = 1, 1000 do pcall(services.S.burn, {}) end
    return "outlived"
  end,
}
