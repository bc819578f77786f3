-- The iterator of a table with one name is continued with an unknown key, and with another table. Expected: caught errors.
-- expect: ok services
local iterator, object = pairs({ only = 1 })
print(pcall(iterator, object, "missing"))
print(pcall(iterator, {}, "missing"))
print(pcall(iterator, { 1, 2, 3 }, 1.5))
print(pcall(next, { 1, 2 }, 7))
for _ = 1, 100 do
  local changing = { a = 1, b = 2, c = 3 }
  pcall(function() for key in pairs(changing) do changing[key] = nil changing[key .. "x"] = 1 collectgarbage "count" end end)
end
