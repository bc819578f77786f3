-- A wrapped coroutine raises an error, and its closing raises another one. Expected: the error raised while closing, as in Lua.
-- expect: ok second
local wrapped = coroutine.wrap(function()
  local held <close> = setmetatable({}, { __close = function() error("second", 0) end })
  error("first", 0)
end)
print(pcall(wrapped))
