-- Arguments of a call: nested as deep as the reader lets through, wide and with odd names. Expected: an answer.
-- run: call S.m '{"a":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]],"\u0000":{"__index":1,"@kind":"x"},"end":null}'
-- expect: either .
service "S" { ok = reply "alive", m = function(args) args.copy = copy(args) return args end }
