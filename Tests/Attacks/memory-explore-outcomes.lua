-- A flow is explored whose outcomes are large and differ. Expected: exploring stops before they take too much memory.
-- run: explore FILE --time 4 --flow "S.big & S.big & S.big & S.big"
-- expect: ok runs
-- seconds: 6
-- memory: 500
shared { n = 0 }
service "S" {
  big = function(_, call)
    local n = state.n
    sleep(call.count)
    state.n = n + call.count
    return string.rep(tostring(state.n), 2000000)
  end,
}
