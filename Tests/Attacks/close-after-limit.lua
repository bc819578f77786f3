-- The budget is used up while a variable is to be closed, whose closing runs for ever. Expected: no script runs after a limit.
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
