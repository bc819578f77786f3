-- The thread of a finished call is resumed and closed by the next call, which can run on it. Expected: each call gets a response.
-- run: call FILE S.m {} S.m {} S.m {} S.m
-- expect: ok "value":4
local threads, calls = {}, 0
service "S" {
  ok = reply "alive",
  other = reply(1):after(5),
  m = function()
    calls = calls + 1
    threads[#threads + 1] = coroutine.running()
    for _, thread in ipairs(threads) do
      pcall(coroutine.resume, thread, 1, 2, 3)
      pcall(coroutine.close, thread)
    end
    sleep(1)
    services.S.other {}
    return calls
  end,
}
