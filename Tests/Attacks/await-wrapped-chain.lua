-- A wait inside a hundred wrapped coroutines, one of which is resumed by a service. Expected: a response or a located error.
-- run: call S.m
-- expect: either .
local threads = {}
service "S" {
  ok = reply "alive",
  other = function()
    for i = 1, #threads do pcall(coroutine.resume, threads[i]) end
    for i = 1, #threads, 2 do pcall(coroutine.close, threads[i]) end
    return "answer"
  end,
  m = function()
    local function nest(n)
      threads[#threads + 1] = coroutine.running()
      if n == 0 then return services.S.other {} end
      return coroutine.wrap(nest)(n - 1)
    end
    return nest(100)
  end,
}
