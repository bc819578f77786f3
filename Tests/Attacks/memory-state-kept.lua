-- The log keeps each call's state, and each call changes one element of a large list. Expected: memory stays limited.
-- run: call S.grow S.m {} S.m {} S.m {} S.m {} S.m {} S.m {} S.m {} S.m {} S.m {} S.m {} S.m {} S.m {} S.m {} S.m {} S.m {} S.m
-- expect: either {limit}
-- seconds: 15
shared { list = {} }
service "S" {
  ok = reply "alive",
  one = function() state.list[1] = state.list[1] + 1 end,
  grow = function() for i = 1, 50000 do state.list[i] = i end end,
  m = function() for _ = 1, 100 do services.S.one() end end,
}
