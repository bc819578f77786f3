-- A service that spends nearly a budget and returns, asked again and again. Expected: one budget for the chain.
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
