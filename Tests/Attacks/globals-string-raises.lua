-- The functions of the string library raise errors, loop, and return nothing. Expected: located errors of the language nevertheless.
-- expect: error response|reply
for _, name in ipairs { "format", "gsub", "find" } do
  pcall(function() string[name] = function() error("sabotage") end end)
end
service "S" { m = 5 }
