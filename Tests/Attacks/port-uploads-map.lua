-- A GraphQL form that lists one file for a hundred thousand variables. Expected: a response in time.
-- run: serve FILE --no-inspector --quiet --http 0
-- expect: ok 501 (.|\n)*200 "fine"
-- send: POST /graphql multipart/form-data;boundary=b --b{{1|\x0D\n}}Content-Disposition: form-data; name="operations"{{2|\x0D\n}}{"query": "mutation Up", "variables": {{{100000|"a\i": null, }}"last": null} }{{1|\x0D\n}}--b{{1|\x0D\n}}Content-Disposition: form-data; name="map"{{2|\x0D\n}}{"0": [{{100000|"variables.a\i", }}"x"]}{{1|\x0D\n}}--b{{1|\x0D\n}}Content-Disposition: form-data; name="0"{{2|\x0D\n}}x{{1|\x0D\n}}--b--
graphql "https://api.example.com/graphql" { ["mutation Up"] = reply { up = true } }
http { ["GET /ok"] = reply "fine" }
