-- Chunk names with a megabyte of control characters and format directives. Expected: short and clean messages.
-- expect: refused .
local name = "@" .. ("%s%n\27[31m"):rep(100000)
print((pcall(load("error('x')", name))))
load("reply(nil) local x = nil + 1", name)()
