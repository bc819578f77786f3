-- Errors of the language, raised deep in the stack a thousand times. Expected: it ends in time.
-- expect: error reply
-- seconds: 10
local function down(n)
  if n == 0 then return (pcall(reply, nil)) end
  return down(n - 1) and n
end
for _ = 1, 900 do down(10000) end
