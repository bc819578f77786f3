-- Objects called through each other's `__call`, a thousand in a row. Expected: results or caught errors.
-- expect: ok services
local object = select
for _ = 1, 1000 do object = setmetatable({}, { __call = object }) end
print((pcall(object)))
print((pcall(string.gsub, "x", "x", object)))
print((pcall(coroutine.wrap(function() return object() end))))
print((pcall(pcall, object)))
