-- Tables whose metatable has a name of ten megabytes, with control characters, or that isn't a string. Expected: short and clean messages.
-- expect: error .
service "S" {
  a = reply { setmetatable({}, { __name = ("n"):rep(10000000) }) },
  b = reply { setmetatable({}, { __name = "\27[31m\0\u{202e}" }) },
  c = setmetatable({}, { __name = ("n"):rep(10000000) }),
  d = { setmetatable({}, { __name = "\27[31mred" }) },
}
