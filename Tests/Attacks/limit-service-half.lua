-- A service that nearly uses up a budget and returns is called repeatedly. Expected: one budget for the chain.
-- run: call S.m
-- expect: error {limit}
-- seconds: 10
service "S" {
  ok = reply "alive",
  half = function() for _ = 1, 40000000 do end return 1 end,
  m = function()
    local sum = 0
    for _ = 1, 100 do sum = sum + services.S.half {} end
    return sum
  end,
}
