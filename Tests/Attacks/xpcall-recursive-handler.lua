-- A handler that raises an error in a handler that raises an error. Expected: a caught error.
-- expect: ok services
print(xpcall(error, function(problem) error(problem, 0) end, "first"))
local depth = 0
local function handler(problem) depth = depth + 1 return xpcall(error, handler, problem) end
print(pcall(xpcall, error, handler, "second"))
