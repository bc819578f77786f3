-- A closing function closes and resumes the coroutine that is being closed. Expected: caught errors.
-- expect: ok services
local thread
thread = coroutine.create(function()
  local held <close> = setmetatable({}, { __close = function()
    print(pcall(coroutine.close, thread))
    print(pcall(coroutine.resume, thread))
    print(coroutine.status(thread))
  end })
  coroutine.yield()
end)
coroutine.resume(thread)
print(coroutine.close(thread))
