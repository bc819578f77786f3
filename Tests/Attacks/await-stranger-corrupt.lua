-- A stranger resumes a coroutine with a reply that claims many elements, and a stack without room for them. Expected: no corruption.
-- run: call S.m
-- expect: either .
service "S" {
  other = reply "answer",
  ok = reply "alive",
  m = function()
    for round = 1, 3 do
      local waiting = coroutine.create(function() return services.S.other {} end)
      pcall(table.concat, setmetatable({}, { __index = function() coroutine.resume(waiting) return "" end }), "", 1, 1)
      pcall(require, "bbbbbb\xC2\xA9" .. ("\2"):rep(500000 * round))
      coroutine.resume(waiting)
    end
    return "done"
  end,
}
