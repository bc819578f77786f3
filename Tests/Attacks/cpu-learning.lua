-- Learning from calls to 120 resources with responses that no state explains. Expected: the recording, within the time limit for learning.
-- run: learn FILE
-- expect: ok GET /v120
-- next: none
-- seconds: 7
http "https://a.example" {
{{120|["PUT /v\i"] = { when({ body = { v = \i } }, reply { v = \i }), when({ body = { v = -\i } }, reply { v = -\i }) },\n["GET /v\i"] = { reply { v = \i }, reply { v = -\i }, reply { v = 0 } },\n}}
}
