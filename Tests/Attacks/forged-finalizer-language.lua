-- Finalizers in the metatables of the language's objects, which would run without limits. Expected: none runs.
-- expect: either .
-- seconds: 4
-- never: FINALIZED
local function finalize(object)
  local meta = getmetatable(object)
  if type(meta) == "table" then
    rawset(meta, "__gc", function() print("FINALIZED") while true do end end)
    rawset(meta, "__mode", "kv")
  end
end
local function objects()
  return is.eq(1), when({ a = 1 }, reply(1)), reply(1), fail "no", collection "c", array { 1 }, is, json, state
end
for _, object in ipairs { objects() } do finalize(object) end
for i = 1, 100000 do local a, b = is.eq(i), when({ a = i }, reply(i)) end
service "S" { m = reply(1) }
