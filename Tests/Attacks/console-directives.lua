-- Console commands with invalid names, paths, and numbers. Expected: it continues with clean messages.
-- run: repl
-- expect: refused .
-- seconds: 5
:load {{1|\x1b[31m}}
:calls S.{{100000|m}}
:state {{100000|k}}
:time {{100000|9}}
:advance {{100|9}}
:{{100000|x}}
:variant {{1000|\xe2\x80\xae}}
