-- Bytecode, complete, truncated, and after a comment, in every place that accepts source. Expected: it is rejected.
-- file: part.lua {{1|\x1bLuaT\x00\x19\x93\n\x1a\n}}
-- expect: error binary|bytecode|UTF-8|part
for _, mode in ipairs { "b", "bt", "t", "x" } do
  assert(load("\27Lua\84\0\25\147\r\n\26\n\4\8\8xV", "=b", mode) == nil)
  assert(not load(coroutine.wrap(function() coroutine.yield("\27") coroutine.yield("Lua\84") end), "=b", mode))
end
require "part"
