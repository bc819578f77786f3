-- `gmatch` with an anchor and with empty matches, over a long text. Expected: a located error.
-- expect: either {limit}
-- seconds: 10
local count = 0
for _ = 1, 100 do
  for _ in ("x"):rep(200000):gmatch("x*y?") do count = count + 1 end
  for _ in ("x"):rep(2000):gmatch("()x-y") do count = count + 1 end
end
