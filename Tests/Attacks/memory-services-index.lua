-- Words that cache names: services, methods, and keys of the state. Expected: a located error, or it ends in time.
-- run: call S.m
-- expect: either {limit}
-- seconds: 10
service "S" {
  ok = reply "alive",
  m = function()
    for i = 1, 100000 do
      local method = services.S["method" .. i]
      pcall(function() return services["service" .. i] end)
    end
  end,
}
