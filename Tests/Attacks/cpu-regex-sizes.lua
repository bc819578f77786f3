-- Nested counted repetitions that would expand to billions. Expected: located errors.
-- expect: error .
-- seconds: 10
service "S" {
  m = {
    when({ a = is.regex "((a{1000}){1000}){1000}" }, reply(1)), when({ a = is.regex "a{2147483647}" }, reply(2)),
    when({ a = is.regex "(x{0,99999}){0,99999}y{99999999999999999999}" }, reply(3)), reply(4),
  },
}
