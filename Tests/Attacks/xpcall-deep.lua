-- A hundred thousand nested protected calls. Expected: a caught error.
-- expect: ok services
-- seconds: 4
local function nest(depth) return depth > 0 and (select(2, pcall(nest, depth - 1))) or depth end
print((pcall(nest, 100000)))
local function handled(depth) return depth > 0 and (xpcall(handled, print, depth - 1)) end
print((pcall(handled, 180)))
