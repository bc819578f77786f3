-- NUL bytes, invalid UTF-8, surrogates, and a megabyte of one letter in names, keys, and values. Expected: responses or clean located errors.
-- run: call FILE S.a S.b S.c S.d S.e
-- expect: either .
service "S" {
  ok = reply "alive",
  a = function() return { ["a\0b"] = "c\0d" } end, b = function() return { ["\xff"] = 1 } end, c = function() return "\xed\xa0\x80" end,
  d = function() return { [("k"):rep(1000000)] = ("v"):rep(1000000) } end, e = function() return { ["\u{202e}\27"] = "\u{2066}\7" } end,
}
