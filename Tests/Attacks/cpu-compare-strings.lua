-- Strings of eighty megabytes are compared in a single instruction, and a thousand instructions run between clock checks. Expected: it ends in time.
-- expect: error {limit}
-- seconds: 10
local a, b = ("x"):rep(80000000) .. "a", ("x"):rep(80000000) .. "b"
local n = 0
while true do
  if a < b then n = n + 1 end
  if b <= a then n = n + 1 end
  if a < b then n = n + 1 end
  if b <= a then n = n + 1 end
end
