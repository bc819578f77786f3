-- A closing function yields from a coroutine that is being closed and from one that raises. Expected: a response or a located error.
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
