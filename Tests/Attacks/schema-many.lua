-- Many responses are each checked against a large schema. Expected: all checks together end in time.
-- run: emit FILE
-- expect: error takes too long to compare
-- seconds: 4
-- file: api.json {"openapi": "3.1.0", "paths": {"/p": {"get": {"operationId": "o", "responses": {"200": {"content": {"application/json": {"schema": {"type": "array", "items": {"enum": [{{20000|"v\i", }}"last"]}} } } } } } } } }
local t, answers = {}, {}
for i = 1, 300 do t[i] = "last" end
for i = 1, 300 do answers[i] = reply(t) end
openapi "api.json" { o = answers }
