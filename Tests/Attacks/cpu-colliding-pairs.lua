-- A table with a long chain is traversed by `pairs`, `next`, and conversions out of Lua. Expected: it ends in time.
-- run: call S.m
-- expect: either {limit}
-- seconds: 10
service "S" {
  ok = reply "alive",
  m = function()
    local t, step = {}, (1 << 17) - 1
    for i = 1, 65537 do t[-i] = true end
    for i = 1, 65537 do t[-i] = nil end
    for i = 1, 60000 do t[i * step] = true end
    for _ = 1, 100 do
      for key in pairs(t) do t[key] = 1 end
      for key in next, t do t[key] = 1 end
    end
    return t
  end,
}
