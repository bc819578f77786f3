-- Like `memory-emergency-newindex`, repeated with targets of many sizes, so that every kind of growth fails. Expected: a response or a located error.
-- expect: either {limit}
-- seconds: 12
local ballast = {}
for i = 1, 18 do ballast[i] = ("b"):rep(10 << 20) .. i end
local meta = setmetatable({}, { __mode = "kv" })
local object = setmetatable({}, meta)
for bits = 10, 18 do
  for _ = 1, 20 do
    local target = {}
    for i = 1, 1 << bits do target[i + 0.5] = i end
    meta.__newindex, target = target, nil
    local garbage
    for i = 1, 60 do
      garbage = ("g"):rep(1 << 20) .. i
      if collectgarbage "count" > 254 * 1024 then break end
    end
    garbage = nil
    object[bits] = {}
    for i = 1, 100 do object[{}] = i end
  end
end
