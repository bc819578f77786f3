-- Source that doesn't compile, with a line that is searched for syntax of other languages. Expected: it ends in time.
-- expect: error .
let x = "{{200000|\\" != && || ?? }}" {{200000| let y ++ }} ===
