-- Lua's own messages that name values. Expected: the same output each time, without an address.
-- expect: ok services
-- twice: yes
-- never: 0x[0-9a-f]{6,}
for _, body in ipairs {
  function() local t = {} t.x.y = 1 end, function() string.rep({}) end, function() table.concat({ {} }) end, function() ({})() end,
  function() return {} < {} end, function() for i = {}, 1 do end end, function() setmetatable(1, {}) end, function() coroutine.resume({}) end,
  function() ("x"):bad() end, function() math.floor({}) end, function() utf8.char({}) end, function() load({}) end, function() tonumber({}, 10) end,
  function() error(setmetatable({}, { __tostring = function(o) return ("%p"):format(o) end })) end, function() next({}, {}) end,
} do print(pcall(body)) end
