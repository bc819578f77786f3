-- Without `debug`, a function's upvalues and names stay shut. Expected: each way says that it is not there.
-- expect: error debug
assert(not pcall(function() return string.dump(reply) end))
assert(load(("\27Lua"):rep(10)) == nil)
assert(not pcall(function() return package.loaded end))
local hidden = debug.getupvalue(reply, 1)
