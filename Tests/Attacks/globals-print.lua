-- The global `tostring` called by print is replaced by one that loops, raises an error, or returns something other than a string. Expected: located errors.
-- run: call FILE S.a S.b S.c
-- expect: error .
local how
rawset(_G, "tostring", function()
  if how == "spin" then while true do end elseif how == "raise" then error("raised") end
  return {}
end)
service "S" {
  ok = reply "alive",
  a = function() how = "spin" print(1) error("not spun") end, b = function() how = "raise" print(1) error("not raised") end,
  c = function() how = "table" print(1) error("printed") end,
}
