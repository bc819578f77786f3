-- A closing closes the coroutine that is being closed, and resumes it. Expected: errors that are caught.
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
