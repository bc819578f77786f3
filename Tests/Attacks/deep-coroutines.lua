-- Endlessly nested coroutines, with resume, with wrap, and closed in both ways. Expected: caught errors.
-- expect: ok services
local function resumed() return coroutine.resume(coroutine.create(resumed)) end
print((resumed()))
local function wrapped() return coroutine.wrap(wrapped)() end
print((pcall(wrapped)))
local function mixed() return pcall(coroutine.wrap(function() return ("x"):gsub("x", mixed) end)) end
print((mixed()))
