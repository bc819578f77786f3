-- Like `deep-mixed`, one kind at a time, on a call's thread with its smaller stack. Expected: caught errors.
-- run: call S.m
-- expect: ok "value"
service "S" {
  ok = reply "alive",
  m = function()
    local ways = {
      function(down) return (("x"):gsub("x", function() return down() end)) end,
      function(down) return table.sort({ 1, 2, 3 }, function() return down() end) end,
      function(down) return load(function() return down() end) end,
      function(down) return ("%s"):format(setmetatable({}, { __tostring = function() return down() end })) end,
      function(down) return table.concat(setmetatable({}, { __len = function() return 1 end, __index = function() return down() end })) end,
      function(down) return coroutine.wrap(function() return down() end)() end,
      function(down) print(setmetatable({}, { __tostring = function() return down() end })) end,
      function(down) for _ in pairs(setmetatable({}, { __pairs = function() return down() end })) do end end,
      function(down) return require(setmetatable({}, { __index = down })) end,
      function(down) return calls(setmetatable({}, { __index = down })) end,
    }
    for _, way in ipairs(ways) do
      local function down() return way(down) end
      pcall(down)
    end
    return #ways
  end,
}
