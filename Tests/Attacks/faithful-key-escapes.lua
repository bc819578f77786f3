-- Keys written with escapes. Expected: they are the methods they name.
-- expect: ok "name"
service "S" { ["n\u{61}m\z   e"] = reply(1), ["o\x74h\101r"] = reply(2), ["a\tb"] = reply(3), [ [[a\tb]] ] = reply(4) }
