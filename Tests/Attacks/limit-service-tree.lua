-- Services that call each other twice, thirty levels deep. Expected: one budget and one deadline for the tree.
-- run: call S.m
-- expect: either {limit}|circ|cycle
-- seconds: 10
service "S" {
  ok = reply "alive",
  m = function()
    pcall(services.S.n, {})
    pcall(services.S.n, {})
    return 1
  end,
  n = function()
    pcall(services.S.m, {})
    pcall(services.S.m, {})
    return 1
  end,
}
