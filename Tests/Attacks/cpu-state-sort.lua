-- A long list in the state is endlessly sorted, and its moved elements changed. Expected: it ends in time.
-- run: call S.m
-- expect: either {limit}
-- seconds: 15
shared { list = {} }
service "S" {
  ok = reply "alive",
  m = function()
    for i = 1, 20000 do state.list[i] = { n = i * 7919 % 20011 } end
    local last = state.list[20000]
    while true do
      table.insert(state.list, 1, { n = 0 })
      last.n = last.n + 1
      table.sort(state.list, function(a, b) return a.n < b.n end)
    end
  end,
}
