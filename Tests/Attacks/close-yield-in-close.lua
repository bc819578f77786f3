-- A closing yields, out of a coroutine that is closed and out of one that raises. Expected: an answer or a located error.
-- expect: either yield|close
for _ = 1, 100 do
  local thread = coroutine.create(function()
    local held <close> = setmetatable({}, { __close = function() coroutine.yield("from closing") end })
    coroutine.yield()
  end)
  coroutine.resume(thread)
  print(pcall(coroutine.close, thread))
  print(pcall(coroutine.resume, thread))
end
