-- Threads of finished calls are closed while another call waits on one of them. Expected: a response or a located error.
-- run: call S.m
-- expect: either .
local threads = {}
service "S" {
  ok = reply "alive",
  quick = function() threads[#threads + 1] = coroutine.running() return 1 end,
  thief = function()
    for _, thread in ipairs(threads) do
      pcall(coroutine.close, thread)
      pcall(coroutine.resume, thread)
    end
    return 2
  end,
  m = function()
    for _ = 1, 50 do services.S.quick {} end
    local total = 0
    for _ = 1, 50 do
      services.S.quick {}
      total = total + services.S.thief {}
    end
    return total
  end,
}
