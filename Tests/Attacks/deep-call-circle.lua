-- An object called through its own `__call`, which adds an argument each time. Expected: an error in time.
-- expect: either {limit}|overflow|call
-- seconds: 10
local circle = {}
setmetatable(circle, { __call = circle })
print((pcall(circle)))
circle()
