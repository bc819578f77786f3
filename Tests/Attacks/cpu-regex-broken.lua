-- Invalid expressions that are long or contain control characters. Expected: short and clean messages.
-- expect: error .
-- seconds: 10
service "S" {
  m = {
    when({ a = is.regex "(" }, reply(1)), when({ a = is.regex(("["):rep(100000)) }, reply(2)), when({ a = is.regex "\27[31m(" }, reply(3)),
    when({ a = is.regex "a**" }, reply(4)), when({ a = is.regex "\\" }, reply(5)), when({ a = is.regex "(?<=a)b(?P<n>x)\\1" }, reply(6)), reply(7),
  },
}
