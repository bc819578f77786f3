-- The creator of a waiting coroutine resumes it repeatedly. Expected: a response or a located error.
-- run: call S.m
-- expect: either .
-- never: LEAKED
service "S" {
  ok = reply "alive",
  other = function() sleep(10) return "answer" end,
  m = function()
    local waiting = coroutine.create(function() return services.S.other {}, services.S.other {} end)
    local function poke() return coroutine.resume(waiting, "poked") end
    local first = table.pack(poke())
    local second = table.pack(poke())
    local third = table.pack(poke())
    for _, results in ipairs { first, second, third } do
      for i = 2, results.n do
        if results[i] == "poked" then print("LEAKED") end
      end
    end
    return 1
  end,
}
