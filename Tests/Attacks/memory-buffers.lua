-- The buffers between Swift and Lua grow once at each depth, and must be released. Expected: memory stays limited.
-- run: call FILE S.m {} S.m {} S.m {} S.m
-- expect: either {limit}
-- seconds: 6
service "S" {
  ok = reply "alive",
  echo = function(args) return args.text end,
  m = function()
    local text = ("x"):rep(40000000)
    services.S.echo { text = text }
    pcall(copy, { text, text })
    pcall(error, { message = text })
    return #text
  end,
}
