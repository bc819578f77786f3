-- A service hands on what another one answers, sixty megabytes, through three functions. Expected: memory is held.
-- run: call S.n
-- expect: either {limit}|.
service "S" {
  ok = reply "alive",
  inner = function() return ("x"):rep(60 * 1024 * 1024) end,
  m = function() return services.S.inner() end,
  n = function() return services.S.m() end,
}
