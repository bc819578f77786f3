-- Without `debug`, a function's upvalues and names aren't accessible. Expected: each way is reported as unavailable.
-- expect: error debug
assert(not pcall(function() return string.dump(reply) end))
assert(load(("\27Lua"):rep(10)) == nil)
assert(not pcall(function() return package.loaded end))
local hidden = debug.getupvalue(reply, 1)
