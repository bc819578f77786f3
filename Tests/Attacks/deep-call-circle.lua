-- An object that is called through its own `__call`: each turn puts one more argument before the others. Expected: an error, in time.
-- expect: either {limit}|overflow|call
-- seconds: 10
local circle = {}
setmetatable(circle, { __call = circle })
print((pcall(circle)))
circle()
