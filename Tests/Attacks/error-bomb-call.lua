-- Like `error-bomb-string`, in a function, with control characters and inside a table. Expected: short messages.
-- run: call FILE S.m S.n S.o
-- expect: error .
service "S" {
  ok = reply "alive",
  m = function() error(("\27[31m"):rep(10000000)) end,
  n = function() error({ message = ("x"):rep(50000000) }) end,
  o = function() error(setmetatable({ message = ("y"):rep(50000000) }, { __name = ("z"):rep(1000000) })) end,
}
