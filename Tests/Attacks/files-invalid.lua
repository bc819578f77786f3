-- Fixtures with invalid JSON, invalid UTF-8, and deep nesting. Expected: clean located errors.
-- file: deep.json {{200000|[}}
-- file: broken.json {"a": {{1|\x1b[31m\x00}}}
-- file: bytes.txt {{100|\xff\xfe}}
-- expect: error .
for _, name in ipairs { "deep.json", "broken.json", "bytes.txt" } do print(pcall(fixture, name)) end
fixture "broken.json"
