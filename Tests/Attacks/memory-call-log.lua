-- Ten thousand calls with a megabyte of arguments each, all of them recorded. Expected: memory stays limited.
-- run: call S.m
-- expect: either {limit}
-- seconds: 10
service "S" {
  ok = reply "alive",
  m = function()
    local text = ("x"):rep(1000000)
    for _ = 1, 5000 do services.S.ok { text = text } end
  end,
}
