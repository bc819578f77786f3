-- An error in a function with a million instructions, all of which are searched to name the variable. Expected: it ends in time.
-- expect: error {limit}
-- seconds: 10
local x = 1
local function large(skip)
  local a, b
  if not skip then
{{1000|a = x b = x a = x b = x a = x b = x a = x b = x a = x b = x a = x b = x a = x b = x a = x b = x a = x b = x a = x b = x a = x b = x a = x b = x a = x b = x a = x b = x a = x b = x a = x b = x a = x b = x a = x b = x a = x b = x a = x b = x
}}
  end
  local t = nil
  return t.field.x + a
end
while true do pcall(large, true) end
