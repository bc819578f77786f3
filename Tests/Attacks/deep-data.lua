-- A table nested two hundred thousand levels deep is passed everywhere that accepts data. Expected: located errors.
-- expect: error nested
local deep = {}
for _ = 1, 200000 do deep = { deep } end
service "S" {
  a = reply(deep), b = fail("x", "y", deep), c = stream { deep }, d = { when({ a = is.eq(deep) }, reply(1)), reply(2) },
  e = reply(1):set { k = deep },
}
shared { k = deep }
copy(deep)
pcall(json.encode, deep)
print(deep)
