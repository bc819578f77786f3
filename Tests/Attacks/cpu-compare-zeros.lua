-- Strings of eighty million zero bytes are compared, which proceeds from one zero to the next. Expected: it ends in time.
-- expect: error {limit}
-- seconds: 10
local a, b = ("\0"):rep(80000000) .. "a", ("\0"):rep(80000000) .. "b"
local n = 0
while true do
  if a < b then n = n + 1 end
  if b <= a then n = n + 1 end
  if a < b then n = n + 1 end
  if b <= a then n = n + 1 end
end
