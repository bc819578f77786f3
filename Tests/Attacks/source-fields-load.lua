-- Like `source-fields`, in source that is loaded in every iteration of a loop. Expected: it ends in time.
-- expect: either .
-- seconds: 10
local text = "local x = {} local y = x" .. (".a"):rep(200000)
for _ = 1, 5 do
  local chunk = load(text)
  if chunk then pcall(chunk) end
end
