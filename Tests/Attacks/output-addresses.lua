-- Every way to print an object, none of which may show its address. Expected: the same output each time, without an address.
-- expect: ok services
-- twice: yes
-- never: 0x[0-9a-f]{6,}
local objects = { {}, print, function() end, coroutine.create(print), setmetatable({}, { __name = "named" }), null, string.gmatch("", "") }
for _, object in pairs(objects) do
  print(object, tostring(object))
  log(object, { object })
  for _, directive in ipairs { "%s", "%p", "%10p", "%-20s", "%q", "%.3s", "%i", "%x" } do print(pcall(string.format, directive, object)) end
  print(pcall(function() return object + 1 end))
  print(pcall(function() return object .. "" end))
  print(pcall(function() return object < object end))
  print(pcall(error, object))
  print(select(2, pcall(string.rep, object, 1)))
end
print(string.format("%p", "a string") == string.format("%p", 5))
