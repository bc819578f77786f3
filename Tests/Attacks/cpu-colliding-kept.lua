-- A function builds colliding keys, catches the limit, and does it again. Expected: it ends in time, and the next call gets a response.
-- run: call S.m
-- expect: error {limit}
local function grow()
  local t, step = {}, (1 << 18) - 1
  for i = 1, 131072 do t[i * step] = true end
  t[0.5] = true
end
service "S" {
  ok = reply "alive",
  m = function()
    for _ = 1, 10 do pcall(grow) end
    return "unharmed"
  end,
}
