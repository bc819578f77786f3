-- Regular expressions that try every way to split a string. Expected: a response in time.
-- run: call S.m '{"text":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"}'
-- expect: ok "value":"none"
-- seconds: 10
service "S" {
  ok = reply "alive",
  m = {
    when({ text = is.regex "^(a+)+$" }, reply(1)), when({ text = is.regex "^(a|aa)+$" }, reply(2)),
    when({ text = is.regex "^(a|a?)+$" }, reply(3)), when({ text = is.regex "(.*a){20}c" }, reply(4)), reply "none",
  },
}
