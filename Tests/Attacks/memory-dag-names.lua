-- Tables that share their parts through named keys and read-only views, in all words that accept data. Expected: located errors.
-- expect: error .
local parts = { leaf = 1 }
for _ = 1, 40 do parts = { a = parts, b = parts, c = parts } end
pcall(reply, parts)
pcall(stream, { parts })
pcall(fail, "code", "message", parts)
pcall(is.eq, parts)
pcall(copy, parts)
pcall(json.encode, parts)
shared { key = parts }
