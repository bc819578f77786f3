-- State is repeatedly set to contain itself twice. Expected: a located error, and memory stays limited.
-- run: call S.m
-- expect: either {limit}|nested
-- seconds: 10
shared { a = {} }
service "S" {
  ok = reply "alive",
  m = function()
    state.a.leaf = string.rep("x", 1000)
    for _ = 1, 60 do
      local copy = copy(state.a)
      state.a.left, state.a.right = copy, copy
    end
  end,
}
