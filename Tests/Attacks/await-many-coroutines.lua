-- A thousand nested coroutines each wait briefly, so every wait passes through all of them. Expected: it ends in time.
-- run: call S.m
-- expect: either {limit}|overflow
-- seconds: 10
service "S" {
  ok = reply "alive",
  m = function()
    local function nest(n)
      if n == 0 then for _ = 1, 3000 do services.S.ok {} end return 1 end
      return coroutine.wrap(nest)(n - 1)
    end
    return nest(180)
  end,
}
