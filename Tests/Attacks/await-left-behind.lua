-- Ten thousand coroutines are left waiting. Expected: they are dropped, and memory stays limited.
-- run: call S.m
-- expect: either {limit}
service "S" {
  ok = reply "alive",
  m = function()
    local threads = {}
    for i = 1, 10000 do
      threads[i] = coroutine.create(function() return services.S.ok {} end)
      pcall(string.gsub, "x", "x", function() coroutine.resume(threads[i]) end)
    end
    return #threads
  end,
}
