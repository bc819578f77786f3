-- A chain of weak keys that only marks one more key at a time. Expected: it ends in time.
-- expect: either {limit}|weak
-- seconds: 12
local chain = setmetatable({}, { __mode = "k" })
local first = {}
local last = first
for i = 1, 60000 do
  local following = {}
  chain[last] = following
  last = following
end
local junk = {}
for i = 1, 3000000 do junk[i % 1000] = { i } end
