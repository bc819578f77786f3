-- The memory limit is repeatedly reached while a table gets a new hash part and a longer array. Expected: other allocations still succeed.
-- run: call FILE S.m S.m S.m S.m S.m S.m S.bystander
-- expect: error {limit}
-- seconds: 12
-- never: "call":"S.bystander","count":1,"delayMs":0,"error"
local count = 2 ^ 21 | 0
service "S" {
  ok = reply "alive",
  m = function()
    local t = {}
    for i = 1, count do t[i] = i end
    for i = 1, 2 ^ 20 do t[i + 0.5] = true end
    local ballast = {}
    while collectgarbage("count") < 220 * 1024 do ballast[#ballast + 1] = ("x"):rep(300000) .. #ballast end
    for i = count + 1, 2 * count do t[i] = 1 end
  end,
  bystander = function() return #("x"):rep(100 * 1024 * 1024) end,
}
