-- `string.format` with wide fields, many directives, long arguments, and invalid ones. Expected: it ends in time.
-- expect: either {limit}
-- seconds: 10
local long = ("x"):rep(10000000)
for _ = 1, 2000 do
  pcall(string.format, ("%99.99f"):rep(1000), table.unpack({}, 1, 1000))
  pcall(string.format, ("%%"):rep(1000000))
  pcall(string.format, "%q", long)
  pcall(string.format, "%s%s%s", long, long, long)
  pcall(string.format, "%999999s", "x")
  pcall(string.format, "%.20s", long)
  pcall(string.format, "%a %e %g %i %c %o %u %x %X", 1e308, 1e308, 1e308, 1, 1, 1, 1, 1, 1)
end
