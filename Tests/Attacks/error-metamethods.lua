-- Error objects whose `__tostring`, `__index`, `__name`, `__eq`, and `__len` loop. Expected: a located error, and none of them runs.
-- run: call S.m
-- expect: error .
-- never: RAN
local function ran() print("RAN") while true do end end
service "S" {
  ok = reply "alive",
  m = function()
    error(setmetatable({}, {
      __tostring = ran, __index = ran, __len = ran, __eq = ran, __pairs = ran, __close = ran, __concat = ran,
      __name = setmetatable({}, { __tostring = ran }), __metatable = ran, __data = setmetatable({}, { __index = ran }),
    }))
  end,
}
