-- Data that contains itself directly, through views, and through its metatable. Expected: located errors.
-- run: call FILE S.m {} S.m {} S.m
-- expect: error .
local direct, list, view = {}, {}, {}
direct.a = { b = { c = direct } }
for i = 1, 100 do list[i] = list end
setmetatable(view, { __data = { view = view }, __index = view })
service "S" { ok = reply "alive", m = function(_, call) return ({ direct, list, view })[call.count] end }
