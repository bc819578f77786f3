-- A wrapped coroutine raises, and its closing raises another error. Expected: the closing's error, as Lua has it.
-- expect: ok second
local wrapped = coroutine.wrap(function()
  local held <close> = setmetatable({}, { __close = function() error("second", 0) end })
  error("first", 0)
end)
print(pcall(wrapped))
