-- A replaced `rawget` tries to intercept Swift's responses to the language, and to call it with forged data. Expected: it can't.
-- run: call S.m
-- expect: ok "value":"out of reach"
shared { key = 1 }
local stolen
local real = rawget
pcall(rawset, _G, "rawget", function(table, key)
  if type(key) == "string" and key:find("mocklua", 1, true) then stolen = real(table, key) end
  return real(table, key)
end)
service "S" {
  ok = reply "alive",
  m = function()
    if not stolen then return "out of reach" end
    stolen.write_state("key", "\4")
    return state.key
  end,
}
