-- The reply is a failed host function's message, read as a list of values. Expected: no bytes of another call are returned.
-- run: call S.m
-- expect: either .
-- never: LEAKED
service "S" {
  other = reply "answer",
  ok = reply "alive",
  m = function()
    local results = {}
    local waiting = coroutine.create(function() results = table.pack(services.S.other {}) end)
    pcall(table.concat, setmetatable({}, { __len = function() return 1 end, __index = function()
      coroutine.resume(waiting)
      return ""
    end }))
    pcall(json.decode, "\7\64\0\0\0\255\255\0\0" .. ("\3"):rep(200))
    coroutine.resume(waiting)
    if results.n and (results.n > 1 or results[1] ~= "answer") then print("LEAKED", results.n) end
    return 1
  end,
}
