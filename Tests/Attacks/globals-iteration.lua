-- Replaced `pairs`, `next`, `ipairs`, and `select` try to see the language's own tables. Expected: they only see the script's.
-- run: call S.m
-- expect: either .
-- never: SEEN
local function watch(name)
  local real = _G[name]
  pcall(rawset, _G, name, function(...)
    local first = ...
    if type(first) == "table" and (rawget(first, "after") or rawget(first, "gate") or rawget(first, "@kind")) then
      print("SEEN by " .. name)
    end
    return real(...)
  end)
end
for _, name in ipairs { "pairs", "next", "ipairs", "select" } do watch(name) end
local answer = reply(1) :after(2) :optional()
service "S" { ok = reply "alive", m = function() return reply(2):set {} end }
