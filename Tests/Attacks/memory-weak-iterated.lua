-- Weak tables that the collector empties while they are encoded, sorted, unpacked, and iterated. Expected: it ends in time.
-- run: call S.m
-- expect: either .
-- seconds: 8
local function weak(mode, count)
  local result = setmetatable({}, { __mode = mode })
  for i = 1, count do result[i] = { i } end
  return result
end
local function named(mode, count)
  local result = setmetatable({}, { __mode = mode })
  for i = 1, count do result["key" .. i] = { i } end
  return result
end
local function try(f, ...) return pcall(f, ...) end
service "S" {
  ok = reply "alive",
  m = function()
    local ballast = {}
    while collectgarbage("count") < 200000 do ballast[#ballast + 1] = ("y"):rep(300000) .. #ballast end
    for _, mode in ipairs { "k", "v", "kv" } do
      try(json.encode, weak(mode, 100000)) try(json.encode, named(mode, 100000))
      try(table.sort, weak(mode, 100000), function(a, b) return a and b and a[1] < b[1] end)
      try(table.unpack, weak(mode, 10000)) try(table.concat, weak(mode, 10000))
      try(table.move, weak(mode, 100000), 1, 100000, 2)
      for _, value in ipairs(weak(mode, 100000)) do local _ = { value } end
      for key in next, named(mode, 20) do local _ = { key } end
      for key in pairs(named(mode, 100000)) do local _ = key end
    end
    return named("v", 100000)
  end,
}
