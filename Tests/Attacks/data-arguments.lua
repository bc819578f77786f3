-- Call arguments nested as deep as allowed, wide, and with unusual names. Expected: a response.
-- run: call S.m '{"a":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]],"\u0000":{"__index":1,"@kind":"x"},"end":null}'
-- expect: either .
service "S" { ok = reply "alive", m = function(args) args.copy = copy(args) return args end }
