-- Replaced functions of the string library try to intercept the language's messages. Expected: they can't.
-- expect: either .
-- never: CAUGHT
for _, name in ipairs { "format", "gsub", "find", "sub", "byte", "rep" } do
  pcall(function()
    local real = string[name]
    string[name] = function(...) print("CAUGHT by " .. name) return real(...) end
  end)
end
service "S" { m = 5, n = reply(nil), o = { reply(1), exhausted = "often" } }
reply(1):after("x"):nothing()
