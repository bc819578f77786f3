-- A replaced `setmetatable` tries to intercept the metatables of the language's objects and replace them. Expected: it can't.
-- run: call S.m
-- expect: ok "value":"out of reach"
local taken = {}
local real = setmetatable
pcall(rawset, _G, "setmetatable", function(object, meta)
  taken[#taken + 1] = meta
  return real(object, meta)
end)
local answer = reply(1) :after(1)
when({ a = is.gt(1) }, reply(2))
service "S" {
  ok = reply "alive",
  m = function()
    pcall(fail, "x")
    return #taken == 0 and "out of reach" or "taken"
  end,
}
