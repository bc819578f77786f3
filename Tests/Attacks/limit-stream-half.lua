-- Like `limit-service-half`, with a stream function whose values are returned as a list. Expected: one budget for the chain.
-- run: call S.m
-- expect: error {limit}
-- seconds: 10
service "S" {
  ok = reply "alive",
  half = stream(function() for _ = 1, 40000000 do end emit(1) end),
  m = function()
    local sum = 0
    for _ = 1, 100 do sum = sum + #services.S.half {} end
    return sum
  end,
}
