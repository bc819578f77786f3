-- Print and log flood standard error. Expected: a located error, and memory stays limited.
-- run: call S.m
-- expect: error {limit}
-- seconds: 10
service "S" {
  ok = reply "alive",
  m = function()
    local line = ("line "):rep(200)
    while true do print(line) log(line, line) end
  end,
}
