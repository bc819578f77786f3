-- Calls to 120 resources whose answers no state explains are learned from. Expected: what was recorded, in the time of learning.
-- run: learn FILE
-- expect: ok GET /v120
-- next: none
-- seconds: 7
http "https://a.example" {
{{120|["PUT /v\i"] = { when({ body = { v = \i } }, reply { v = \i }), when({ body = { v = -\i } }, reply { v = -\i }) },\n["GET /v\i"] = { reply { v = \i }, reply { v = -\i }, reply { v = 0 } },\n}}
}
