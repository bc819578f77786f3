-- Long strings are passed to upper, lower, reverse, byte, sub, and len in a loop. Expected: it ends in time.
-- expect: error {limit}
-- seconds: 10
local text = ("Ab"):rep(20000000)
while true do
  pcall(string.upper, text) pcall(string.lower, text) pcall(string.reverse, text)
  pcall(string.byte, text, 1, 900000) pcall(string.sub, text, 2) pcall(string.len, text)
end
