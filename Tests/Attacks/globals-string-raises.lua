-- The string library's functions raise, spin and return nothing. Expected: located errors of the language all the same.
-- expect: error response|reply
for _, name in ipairs { "format", "gsub", "find" } do
  pcall(function() string[name] = function() error("sabotage") end end)
end
service "S" { m = 5 }
