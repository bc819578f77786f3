-- Repeated waits at a depth of a hundred thousand calls. Expected: it ends in time.
-- run: call S.m
-- expect: either {limit}
-- seconds: 10
service "S" {
  ok = reply "alive",
  m = function()
    local function down(n)
      if n > 0 then return 1 + down(n - 1) end
      for _ = 1, 500 do services.S.ok {} pcall(services.S.none, {}) end
      return 0
    end
    return down(100000)
  end,
}
