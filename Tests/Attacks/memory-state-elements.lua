-- A list in the state endlessly grows by one element. Expected: it ends in time, and memory stays limited.
-- run: call S.m
-- expect: either {limit}
-- seconds: 15
shared { list = {} }
service "S" {
  ok = reply "alive",
  m = function()
    local text = string.rep("x", 1 << 10)
    while true do table.insert(state.list, { text .. #state.list }) end
  end,
}
