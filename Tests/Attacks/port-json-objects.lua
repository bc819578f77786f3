-- A body with a million objects, each of which takes far more memory than text. Expected: it is rejected, and memory stays limited.
-- run: serve FILE --no-inspector --quiet --http 0
-- expect: ok 413 .*takes too much memory(.|\n)*200 "fine"
-- send: POST /id application/json [{{1000000|{"a":[{}]},}}1]
-- seconds: 6
-- memory: 700
http {
  ["POST /id"] = { when({ body = { id = "ok" } }, reply "matched"), status(422) },
  ["GET /ok"] = reply "fine",
}
