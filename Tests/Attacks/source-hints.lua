-- A source that does not compile, whose line is looked through for habits of other languages. Expected: it ends in time.
-- expect: error .
let x = "{{200000|\\" != && || ?? }}" {{200000| let y ++ }} ===
