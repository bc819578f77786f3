-- Keys written with escapes. Expected: they are the methods that they name.
-- run: call FILE S.name S.other
-- expect: ok "S.other"
-- next: none
service "S" { ["n\u{61}m\z
    e"] = reply(1), ["o\x74h\101r"] = reply(2), ["a\tb"] = reply(3), [ [[a\tb]] ] = reply(4) }
