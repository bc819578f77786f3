-- A service that uses up a budget is called from coroutines, whose resume hides the error. Expected: one budget for the chain.
-- run: call S.m
-- expect: error {limit}
-- seconds: 3
service "S" {
  ok = reply "alive",
  burn = function() while true do end end,
  m = function()
    local count = 0
    while count < 500 do
      local thread = coroutine.create(function() return services.S.burn {} end)
      coroutine.resume(thread)
      count = count + 1
    end
    return "outlived"
  end,
}
