-- The memory limit is reached while a table grows that is only held weakly, in small and large steps. Expected: it ends in time.
-- expect: either {limit}
-- seconds: 6
local weak = setmetatable({}, { __mode = "kv" })
local ballast = {}
while collectgarbage("count") < 255 * 1024 do ballast[#ballast + 1] = ("x"):rep(300000) .. #ballast end
local function grow(count)
  weak[1] = {}
  for i = 1, count do
    if not weak[1] then return end
    weak[1]["key" .. i] = { i }
    weak[1][i] = i
  end
end
for i = 1, 1000 do
  coroutine.wrap(function() pcall(grow, i * 10) end)()
  ballast[#ballast + 1] = {}
end
