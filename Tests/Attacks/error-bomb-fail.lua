-- A failure with a message and details of fifty megabytes is raised and returned many times. Expected: memory stays limited.
-- run: call FILE S.m
-- expect: either .
-- seconds: 10
service "S" {
  ok = reply "alive",
  big = function() return fail("code", ("m"):rep(5000000), { ("d"):rep(5000000) }) end,
  m = function()
    for _ = 1, 500 do pcall(services.S.big, {}) end
    return 1
  end,
}
