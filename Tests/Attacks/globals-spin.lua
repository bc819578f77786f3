-- Replaced globals spin when the language calls them, after the budget is gone as well. Expected: a located error at once.
-- expect: either {limit}|not a response
for _, name in ipairs { "rawget", "setmetatable", "getmetatable", "next", "pairs" } do
  pcall(rawset, _G, name, function() while true do end end)
end
service "S" { m = reply(1) :after(1), n = 5 }
