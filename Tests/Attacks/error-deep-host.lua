-- Failing host functions, called deep in the stack. Expected: it ends in time.
-- run: call S.m
-- expect: either {limit}|overflow
-- seconds: 10
service "S" {
  ok = reply "alive",
  m = function()
    local function down(n)
      if n == 0 then
        for _ = 1, 200 do pcall(json.decode, "{") pcall(fixture, "none") end
        return 0
      end
      return 1 + down(n - 1)
    end
    return down(100000)
  end,
}
