-- Like `deep-data` in running functions: returned, raised, kept, sent, logged, and inserted. Expected: located errors.
-- run: call FILE S.a S.b S.c S.d S.e S.f S.g
-- expect: error nested|deep
shared { key = 1 }
local deep = {}
for _ = 1, 200000 do deep = { deep } end
service "S" {
  ok = reply "alive",
  a = function() return deep end, b = function() error(deep) end, c = function() state.key = deep end,
  d = function() return services.S.ok { deep = deep } end, e = function() log(deep) return copy(deep) end,
  f = function() return collection("c"):insert { deep = deep } end, g = function() return fail("x", "y", deep) end,
}
