-- Small bodies that are gzip data for hundreds of megabytes. Expected: they are rejected, and memory stays limited.
-- run: serve FILE --no-inspector --quiet --http 0
-- expect: ok 413 .*more than 64 MiB(.|\n)*413 .*more than 1000000 values(.|\n)*200 "fine"
-- send: POST /id application/json+gzip [{{200000000|1}}]
-- send: POST /id application/json+gzip [{{20000000|1,}}1]
-- seconds: 8
-- memory: 500
http {
  ["POST /id"] = { when({ body = { id = "ok" } }, reply "matched"), status(422) },
  ["GET /ok"] = reply "fine",
}
