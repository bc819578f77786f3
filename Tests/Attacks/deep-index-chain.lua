-- Tables that look each other up through `__index`, in a circle and ten thousand long. Expected: errors that are caught.
-- expect: ok services
local first = {}
local last = first
for _ = 1, 10000 do last = setmetatable({}, { __index = last, __newindex = last }) end
print((pcall(function() return last.field end)))
print((pcall(function() last.field = 1 end)))
local circle = {}
setmetatable(circle, { __index = circle, __newindex = circle })
print((pcall(function() return circle.field end)))
