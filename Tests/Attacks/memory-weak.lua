-- Weak tables with a million entries that are immediately dead. Expected: it ends in time.
-- expect: either {limit}
-- seconds: 4
local weak = setmetatable({}, { __mode = "kv" })
for i = 1, 1000000 do weak[i] = {} weak[{}] = i end
