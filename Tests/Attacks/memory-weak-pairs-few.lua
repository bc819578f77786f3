-- `pairs` over weak tables with so few surviving keys that they are stored differently. Expected: it returns each key once.
-- expect: ok
-- seconds: 8
-- never: TWICE
for _, count in ipairs { 25, 26, 40, 1000, 20000 } do
  for _, mode in ipairs { "k", "v", "kv" } do
    local weak, living = setmetatable({}, { __mode = mode }), {}
    for i = 1, count do
      local key, value = {}, {}
      weak[key] = value
      weak["text" .. i] = value
      if i <= 20 then living[i] = { key, value } end
    end
    local garbage = {}
    for round = 1, 3 do
      local seen, found = {}, 0
      for key, value in pairs(weak) do
        if seen[key] then print "TWICE" end
        seen[key], found = true, found + 1
        if found % 1000 == 0 then garbage[round] = ("x"):rep(1000000) .. found end
      end
      for i = 1, #living do if weak[living[i][1]] ~= living[i][2] then print "TWICE" end end
      local key = next(weak)
      while key ~= nil and count <= 1000 do key = next(weak, key) end
    end
  end
end
