-- A coroutine closes itself, the one that resumed it, and a dead one twice. Expected: the same errors as in Lua.
-- expect: ok services
local outer
outer = coroutine.create(function()
  assert(not pcall(coroutine.close, coroutine.running()))
  local inner = coroutine.create(function()
    assert(not pcall(coroutine.close, outer))
    assert(not pcall(coroutine.close, coroutine.running()))
  end)
  assert(coroutine.resume(inner))
  assert(coroutine.close(inner) and coroutine.close(inner))
end)
assert(coroutine.resume(outer))
assert(coroutine.close(outer))
local main = coroutine.running()
assert(not pcall(coroutine.close, main))
local ended = coroutine.wrap(function() return 1 end)
ended()
assert(not pcall(ended))
