-- `null` in every position of the language: called, indexed, compared, and as key, name, delay, and pattern. Expected: located errors.
-- expect: error .
local t = { [null] = null }
print(null == null, null == nil, tostring(null), #tostring(t[null]))
for _, body in ipairs {
  function() return null.x end, function() null.x = 1 end, function() return null() end, function() return null + 1 end,
  function() return #null end, function() return null < null end, function() return null .. "" end,
} do assert(not pcall(body)) end
service(null) shared(null) service "S" { m = null, n = { null }, o = reply(null):after(null):gate(null):times(null) }
override(null) default_delay(null) variant(null, null)
