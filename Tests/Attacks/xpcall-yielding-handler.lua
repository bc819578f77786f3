-- A handler yields and waits. Expected: a response or a located error.
-- run: call S.m
-- expect: either yield|wait
service "S" {
  ok = reply "alive",
  m = function()
    local thread = coroutine.create(function()
      return xpcall(error, function() coroutine.yield("from the handler") return 1 end)
    end)
    print(coroutine.resume(thread))
    print(xpcall(error, function() sleep(1) return 2 end))
    return 1
  end,
}
