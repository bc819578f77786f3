-- A wait in `__close`, in a block that succeeds and in one that raises. Expected: a response or a located error.
-- run: call S.m
-- expect: either wait|boom
service "S" {
  ok = reply "alive",
  m = function()
    local function block(fails)
      local held <close> = setmetatable({}, { __close = function() sleep(3) services.S.ok {} end })
      if fails then error("boom") end
    end
    block(false)
    print(pcall(block, true))
    local thread = coroutine.create(function()
      local held <close> = setmetatable({}, { __close = function() sleep(3) end })
      coroutine.yield()
    end)
    coroutine.resume(thread)
    print(coroutine.close(thread))
    return 1
  end,
}
