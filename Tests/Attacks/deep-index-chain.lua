-- Tables with a cycle of `__index`, and with a chain of ten thousand. Expected: caught errors.
-- expect: ok services
local first = {}
local last = first
for _ = 1, 10000 do last = setmetatable({}, { __index = last, __newindex = last }) end
print((pcall(function() return last.field end)))
print((pcall(function() last.field = 1 end)))
local circle = {}
setmetatable(circle, { __index = circle, __newindex = circle })
print((pcall(function() return circle.field end)))
