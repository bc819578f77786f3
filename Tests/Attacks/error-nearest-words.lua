-- The closest match of a global, a builder, and a matcher with a hundred thousand letters. Expected: it ends in time.
-- expect: error .
-- seconds: 4
local long = ("reply"):rep(20000)
for _ = 1, 50 do
  pcall(function() return is[long] end)
  pcall(function() return reply(1)[long] end)
  pcall(function() return _G[long] end)
end
local x = _G[long]
