-- Endless `gsub` calls in its own callback. Expected: a caught error, without a C stack overflow.
-- expect: ok services
local function down() return (("x"):gsub("x", down)) end
print((pcall(down)))
local function mixed(n) return (("(a)(b)(c)"):rep(10):gsub("(%()(.)(%))", function() return tostring(mixed(n + 1)) end)) end
print((pcall(mixed, 1)))
