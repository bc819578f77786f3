-- Objects that are called through each other's `__call`, a thousand long. Expected: results or errors that are caught.
-- expect: ok services
local object = select
for _ = 1, 1000 do object = setmetatable({}, { __call = object }) end
print((pcall(object)))
print((pcall(string.gsub, "x", "x", object)))
print((pcall(coroutine.wrap(function() return object() end))))
print((pcall(pcall, object)))
