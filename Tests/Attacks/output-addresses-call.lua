-- Addresses in values that functions return, raise, format, and name. Expected: the same output each time, without an address.
-- run: call FILE S.a S.b S.c S.d
-- expect: either .
-- twice: yes
-- never: 0x[0-9a-f]{6,}
service "S" {
  ok = reply "alive",
  a = function() return ("%s %p"):format({}, {}) end, b = function() return tostring(coroutine.running()) end,
  c = function() error({}) end, d = function() return { tostring(print), #("%p"):format({}) } end,
}
