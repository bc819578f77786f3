-- A response has many named examples. Expected: only some can be requested.
-- run: emit FILE
-- expect: ok
-- seconds: 4
-- file: api.json {"openapi": "3.1.0", "paths": {"/p": {"get": {"operationId": "o", "responses": {"200": {"content": {"application/json": {"examples": { {{50000|"e\i": {"value": [\i]}, }}"z": {"value": 1} } } } } } } } } }
openapi "api.json" :examples()
