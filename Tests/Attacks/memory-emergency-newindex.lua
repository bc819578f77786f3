-- A table only held by a weak metatable grows while memory is short, so that an emergency collection would free it while it is in use. Expected: a response or a located error.
-- expect: either {limit}
-- seconds: 6
local ballast = {}
for i = 1, 15 do ballast[i] = ("b"):rep(10 << 20) .. i end
local function full(count)
  local t = {}
  for i = 1, count do t[i + 0.5] = i end
  return t
end
-- How much is held when the growth is refused depends on the allocator: try all of it.
for most = 225, 270, 3 do
  local meta = setmetatable({}, { __mode = "v" })
  local object = setmetatable({}, meta)
  meta.__newindex = full(1 << 19)
  local garbage
  for i = 1, 120 do
    garbage = ("g"):rep(1 << 20) .. i
    if collectgarbage "count" > most * 1024 then break end
  end
  garbage = nil
  object.more = 1
end
