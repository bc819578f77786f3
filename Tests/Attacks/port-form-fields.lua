-- A form with millions of fields. Expected: it is rejected, and memory stays limited.
-- run: serve FILE --no-inspector --quiet --http 0
-- expect: ok 413 .*more than 100000 fields(.|\n)*413 .*more than 100000 parts(.|\n)*200 "fine"
-- send: POST /id application/x-www-form-urlencoded {{10000000|a=&}}
-- send: POST /id multipart/form-data;boundary=b {{200000|--b\x0D\nContent-Disposition: form-data; name="a"\x0D\n\x0D\n\x0D\n}}--b--
-- seconds: 6
-- memory: 500
http {
  ["POST /id"] = { when({ body = { id = "ok" } }, reply "matched"), status(422) },
  ["GET /ok"] = reply "fine",
}
