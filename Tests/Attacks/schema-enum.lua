-- Each of many elements is compared with many values. Expected: it is rejected in time.
-- run: emit FILE
-- expect: error takes too long to compare
-- file: api.json {"openapi": "3.1.0", "paths": {"/p": {"get": {"operationId": "o", "responses": {"200": {"content": {"application/json": {"schema": {"type": "array", "items": {"enum": [{{50000|"v\i", }}"last"]}} } } } } } } } }
local t = {}
for i = 1, 20000 do t[i] = "last" end
openapi "api.json" { o = reply(t) }
