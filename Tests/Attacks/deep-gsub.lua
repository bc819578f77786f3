-- `gsub` within its own callback without end. Expected: an error that is caught, no overflow of the C stack.
-- expect: ok services
local function down() return (("x"):gsub("x", down)) end
print((pcall(down)))
local function mixed(n) return (("(a)(b)(c)"):rep(10):gsub("(%()(.)(%))", function() return tostring(mixed(n + 1)) end)) end
print((pcall(mixed, 1)))
