-- The budget runs out before a variable is closed whose closing runs forever. Expected: no script runs after a limit.
-- run: call S.m
-- expect: error {limit}
-- never: CLOSED
service "S" {
  ok = reply "alive",
  m = function()
    local held <close> = setmetatable({}, { __close = function()
      print("CLOSED")
      repeat until false
    end })
    while 1 do end
  end,
}
