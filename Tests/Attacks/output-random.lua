-- Random numbers, UUIDs, memory, and time depend only on the scenario. Expected: the same output each time.
-- run: call FILE S.m S.m
-- expect: ok "count":2
-- twice: yes
service "S" {
  ok = reply "alive",
  m = function()
    return { random(), random(1, 1000), uuid(), math.random(), clock(), os.time(), os.clock(), collectgarbage "count", tostring({}) }
  end,
}
