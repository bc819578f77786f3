-- A service passes on another one's response of sixty megabytes through three functions. Expected: memory stays limited.
-- run: call S.n
-- expect: either {limit}|.
service "S" {
  ok = reply "alive",
  inner = function() return ("x"):rep(60 * 1024 * 1024) end,
  m = function() return services.S.inner() end,
  n = function() return services.S.m() end,
}
