-- Indices, raw functions, metatables, and iterators on tables in the state. Expected: located errors without harm.
-- run: call S.m {} S.m {} S.m {} S.m {} S.m {} S.m {} S.m {} S.m {} S.m {} S.m {} S.m {} S.m
-- expect: either .
shared { list = { 1, 2, 3 }, map = { a = {} } }
local tries = {
  function() state.list[math.maxinteger] = 1 end,
  function() state.list[math.mininteger] = nil end,
  function() state.list[2 ^ 53] = 1 end,
  function() state.list[0 / 0] = 1 end,
  function() rawset(state.list, 2 ^ 40, 1) end,
  function() setmetatable(state.list, { __index = {} }) end,
  function() getmetatable(state.list).__data = {} end,
  function() local t = setmetatable({}, { __edit = table.insert, __next = next }) table.insert(t, 1) rawset(t, 1, 1) next(t) end,
  function() local t = setmetatable({}, { __index = state.list, __newindex = state.list, __len = function() return 3 end }) table.insert(t, 4) table.sort(t) end,
  function() for key in pairs(state.map) do state.map[key] = nil state.map[key .. key] = 1 end end,
  function() state.map.a.a = state.map state.map.a.a.a = state.map.a end,
  function() table.move(state.list, 1, 3, math.maxinteger - 2, state.list) end,
}
service "S" { ok = reply "alive", m = function(_, call) tries[call.count]() end }
