-- A coroutine suspended in `xpcall` is closed, which isn't an error, so the handler must not be called. Expected: it isn't.
-- expect: ok services
-- never: HANDLED
for _, yield in ipairs { coroutine.yield, function() pcall(coroutine.yield) end, function() for _ in coroutine.yield do end end } do
  local thread = coroutine.create(function()
    xpcall(yield, function() print("HANDLED") while true do end end)
    print("HANDLED: went on")
  end)
  coroutine.resume(thread)
  print(coroutine.close(thread), coroutine.status(thread))
end
