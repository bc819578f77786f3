-- Many schemas have patterns that match none of the tried strings. Expected: the work is limited.
-- run: emit FILE
-- expect: any
-- seconds: 8
-- file: api.json {"openapi": "3.1.0", "paths": {"/p": {"get": {"operationId": "o", "responses": {"200": {"content": {"application/json": {"schema": {"type": "object", "properties": { {{20000|"p\i": {"type": "string", "pattern": "^(a|aa)+b\i$"}, }}"z": {} } } } } } } } } } }
openapi "api.json" :examples()
