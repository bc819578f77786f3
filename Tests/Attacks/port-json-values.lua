-- A body of sixty megabytes with thirty million values. Expected: it is rejected, and memory stays limited.
-- run: serve FILE --no-inspector --quiet --http 0
-- expect: ok 413 .*more than 1000000 values(.|\n)*200 "fine"
-- send: POST /id application/json [{{30000000|1,}}1]
-- seconds: 6
-- memory: 700
http {
  ["POST /id"] = { when({ body = { id = "ok" } }, reply "matched"), status(422) },
  ["GET /ok"] = reply "fine",
}
