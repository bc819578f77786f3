-- Valid uses of coroutines that the guards must not break: generators, errors, closing, and nested waits. Expected: success.
-- run: call S.m
-- expect: ok "value":5050
service "S" {
  ok = reply "alive",
  number = function(args) sleep(1) return args.n end,
  m = function()
    local closed = 0
    local function numbers(n)
      return coroutine.wrap(function()
        local held <close> = setmetatable({}, { __close = function() closed = closed + 1 end })
        for i = 1, n do coroutine.yield((services.S.number { n = i })) end
      end)
    end
    local sum = 0
    for n in numbers(100) do sum = sum + n end
    local ok, problem = pcall(function() for _ in numbers(3) do error({ code = 7 }) end end)
    assert(not ok and problem.code == 7 and closed == 1)
    local thread = coroutine.create(function() local x <close> = setmetatable({}, { __close = function() closed = closed + 1 end }) coroutine.yield() end)
    coroutine.resume(thread)
    assert(coroutine.close(thread) and closed == 2 and coroutine.status(thread) == "dead")
    return sum
  end,
}
