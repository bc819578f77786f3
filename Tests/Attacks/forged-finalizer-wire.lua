-- A finalizer on one of the language's objects encodes a value while another is being encoded. Expected: it never runs.
-- expect: either .
-- seconds: 8
-- never: FINALIZED
local large, other = ("A"):rep(4500000), ("B"):rep(3000000)
local meta = getmetatable(is.eq(1))
if type(meta) == "table" then
  local once
  meta.__gc = function()
    if once then return end
    once = true
    print("FINALIZED")
    json.encode(large .. large .. large)
  end
end
local garbage = {}
while collectgarbage("count") < 244 * 1024 do garbage[#garbage + 1] = ("D"):rep(100000) .. #garbage end
for i = 1, 3 do is.eq(i) end
pcall(json.encode, { large, other })
