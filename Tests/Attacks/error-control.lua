-- Control and bidirectional characters, NUL bytes, and invalid UTF-8 in raised values. Expected: a clean message.
-- run: call FILE S.a S.b S.c
-- expect: error .
service "S" {
  ok = reply "alive",
  a = function() error("\27]0;title\7\u{202e}txet\u{2066}\0 nul") end,
  b = function() error("\xff\xfe\xc0\x80 bad") end,
  c = function() error({ message = "\27[2J\u{200f}", code = "\xff" }) end,
}
