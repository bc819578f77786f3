extension DescribedRequestTests {
  static let wrong = DescribedRequest.all(
    #"""
    GET /items?limit=x
    => `listItems` gets a request in which `query.limit` is "x"; `shop.yaml` requires a whole number; send `limit=20`

    GET /items?limit=0
    => `listItems` gets a request in which `query.limit` is 0; `shop.yaml` requires at least 1; send `limit=20`

    GET /items?limit=101
    => `listItems` gets a request in which `query.limit` is 101; `shop.yaml` requires at most 100; send `limit=20`

    GET /items?limit=1.5
    => `listItems` gets a request in which `query.limit` is 1.5; `shop.yaml` requires a whole number; send `limit=20`

    GET /items?limit=
    => `listItems` gets a request in which `query.limit` is ""; `shop.yaml` requires a whole number; send `limit=20`

    GET /items?limit=1&limit=2
    => `listItems` gets a request in which `query.limit` is ["1","2"]; `shop.yaml` requires a whole number; send `limit=20`

    GET /items?sort=size
    => `listItems` gets a request in which `query.sort` is "size"; `shop.yaml` allows "name", "price"; send `sort=name`

    GET /items?tag=x
    => `listItems` gets a request in which `query.tag[1]` is "x"; `shop.yaml` requires a length of at least 2; send `tag=string`

    GET /items?tag=aa&tag=bb&tag=cc
    => `listItems` gets a request in which `query.tag` is ["aa","bb","cc"]; `shop.yaml` requires a length of at most 2; send `tag=string`

    GET /items?ids=1,b
    => `listItems` gets a request in which `query.ids[2]` is "b"; `shop.yaml` requires a whole number; send `ids=1,2`

    GET /items?sizes=1.5%7Cx
    => `listItems` gets a request in which `query.sizes[2]` is "x"; `shop.yaml` requires a number; send `sizes=1.5`

    GET /items?after=31.1.2026
    => `listItems` gets a request in which `query.after` is "31.1.2026"; `shop.yaml` requires a date, such as 2026-01-31; send `after=2026-01-31`

    GET /items?open=yes
    => `listItems` gets a request in which `query.open` is "yes"; `shop.yaml` requires a boolean; send `open=true`

    GET /items?price[min]=low
    => `listItems` gets a request in which `query.price.min` is "low"; `shop.yaml` requires a number; send `price[max]=1.5&price[min]=1.5`

    GET /items?price[least]=1
    => `listItems` gets a request in which `query.price` has the unknown member `least`; known: max, min; send `price[max]=1.5&price[min]=1.5`

    GET /items?ids=1%2C2,b
    => `listItems` gets a request in which `query.ids[3]` is "b"; `shop.yaml` requires a whole number; send `ids=1,2`

    GET /items?size=3
    => `listItems` gets a request in which `query.page` doesn't have `number`; `shop.yaml` requires it; send `number=1&size=1`

    GET /items?number=one
    => `listItems` gets a request in which `query.page.number` is "one"; `shop.yaml` requires a whole number; send `number=1&size=1`

    GET /items?filter=red
    => `listItems` gets a request in which `query.filter` is "red"; `shop.yaml` requires an object; send `filter={"color":"red"}`

    GET /items?filter=%7B%7D
    => `listItems` gets a request in which `query.filter` doesn't have `color`; `shop.yaml` requires it; send `filter={"color":"red"}`

    GET /items?any=A1
    => `listItems` gets a request in which `query.any` is "A1"; `shop.yaml` has 2 schemas in `oneOf`, but none matches; send `any=1`

    GET /items?limit=x&sort=size
    => `listItems` gets a request in which `query.limit` is "x"; `shop.yaml` requires a whole number; send `limit=20`
    => `listItems` gets a request in which `query.sort` is "size"; `shop.yaml` allows "name", "price"; send `sort=name`

    GET /items
    X-Trace: 00FG
    => `listItems` gets a request in which `headers.x-trace` is "00FG"; `shop.yaml` requires a string that matches `^[0-9a-f]{4}$`; send `X-Trace: 00ff`

    GET /items
    Cookie: a=b; session=abc
    => `listItems` gets a request in which `cookies.session` is "abc"; `shop.yaml` requires a whole number; send `session=1`

    GET /items/x
    => `getItem` gets a request in which `path.itemId` is "x"; `shop.yaml` requires a whole number; send `7`

    GET /items/0
    => `getItem` gets a request in which `path.itemId` is 0; `shop.yaml` requires at least 1; send `7`

    GET /items/1.0.0
    => `getItem` gets a request in which `path.itemId` is "1.0.0"; `shop.yaml` requires a whole number; send `7`

    PUT /items/1000?version=1
    => `replaceItem` gets a request in which `path.itemId` is 1000; `shop.yaml` requires at most 999; send `1`

    PUT /items/7
    => `replaceItem` gets a request without `query.version`; `shop.yaml` requires it; send `version=3`

    PUT /items/7?versoin=1
    => `replaceItem` gets a request without `query.version`; `shop.yaml` requires it; send `version=3`
    => `replaceItem` gets a request with the unknown parameter `query.versoin`; did you mean `version`?

    PUT /items/7?version=1
    Content-Type: application/merge-patch+json
    > {"nmae": "Tea"}
    => `replaceItem` gets a request in which `body` has the unknown member `nmae`; did you mean `name`?

    PUT /items/7?version=1
    Content-Type: application/merge-patch+json
    > {"price": "low"}
    => `replaceItem` gets a request in which `body.price` is "low"; `shop.yaml` requires a number; send `{"name":"string","price":1.5}`

    PUT /items/7?version=1
    Content-Type: application/xml
    > <a/>
    => `replaceItem` gets a request with a body of type `application/xml`; `shop.yaml` accepts `application/merge-patch+json`, `text/plain`; send `Content-Type: application/merge-patch+json`

    POST /items
    Content-Type: application/json
    > {"name": "Tea"}
    => `addItem` gets a request without `headers.idempotency-key`; `shop.yaml` requires it; send `Idempotency-Key: 3fa85f64-5717-4562-b3fc-2c963f66afa6`

    POST /items
    Idempotency-Key: 1
    Content-Type: application/json
    > {"name": "Tea"}
    => `addItem` gets a request in which `headers.idempotency-key` is "1"; `shop.yaml` requires a UUID, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6; send `Idempotency-Key: 3fa85f64-5717-4562-b3fc-2c963f66afa6`

    POST /items
    Idempotency-Key: 3fa85f64-5717-4562-b3fc-2c963f66afa6
    => `addItem` gets a request without a body; `shop.yaml` requires `application/json`; send `{"code":1,"maker":{"mail":"ada@example.com","name":"string"},"name":"Tea","price":1.5,"secret":"string","tags":["string"],"until":"2026-01-31T09:30:00Z"}`

    POST /items
    Idempotency-Key: 3fa85f64-5717-4562-b3fc-2c963f66afa6
    Content-Type: application/x-www-form-urlencoded
    > {"name": "Tea"}
    => `addItem` gets a request with a body of type `application/x-www-form-urlencoded`; `shop.yaml` accepts `application/json`; send `Content-Type: application/json`

    POST /items
    Idempotency-Key: 3fa85f64-5717-4562-b3fc-2c963f66afa6
    Content-Type: text/plain; charset=utf-8
    > Tea
    => `addItem` gets a request with a body of type `text/plain; charset=utf-8`; `shop.yaml` accepts `application/json`; send `Content-Type: application/json`

    POST /items
    Idempotency-Key: 3fa85f64-5717-4562-b3fc-2c963f66afa6
    Content-Type: application/json
    > {"name": "Tea"
    => `addItem` gets a request with a broken body: the body is not JSON, although its `Content-Type` is `application/json`: 1:15: the object that opens on line 1 does not end; write `}`; send `{"code":1,"maker":{"mail":"ada@example.com","name":"string"},"name":"Tea","price":1.5,"secret":"string","tags":["string"],"until":"2026-01-31T09:30:00Z"}`

    POST /items
    Idempotency-Key: 3fa85f64-5717-4562-b3fc-2c963f66afa6
    Content-Type: application/json
    > []
    => `addItem` gets a request in which `body` is []; `shop.yaml` requires an object

    POST /items
    Idempotency-Key: 3fa85f64-5717-4562-b3fc-2c963f66afa6
    Content-Type: application/json
    > null
    => `addItem` gets a request in which `body` is null; `shop.yaml` requires an object

    POST /items
    Idempotency-Key: 3fa85f64-5717-4562-b3fc-2c963f66afa6
    Content-Type: application/json
    > {}
    => `addItem` gets a request in which `body` doesn't have `name`; `shop.yaml` requires it

    POST /items
    Idempotency-Key: 3fa85f64-5717-4562-b3fc-2c963f66afa6
    Content-Type: application/json
    > {"name": "T"}
    => `addItem` gets a request in which `body.name` is "T"; `shop.yaml` requires a length of at least 2

    POST /items
    Idempotency-Key: 3fa85f64-5717-4562-b3fc-2c963f66afa6
    Content-Type: application/json
    > {"name": "A name of too many letters"}
    => `addItem` gets a request in which `body.name` is "A name of too many letters"; `shop.yaml` requires a length of at most 20

    POST /items
    Idempotency-Key: 3fa85f64-5717-4562-b3fc-2c963f66afa6
    Content-Type: application/json
    > {"name": "Tea", "price": 0}
    => `addItem` gets a request in which `body.price` is 0; `shop.yaml` requires more than 0

    POST /items
    Idempotency-Key: 3fa85f64-5717-4562-b3fc-2c963f66afa6
    Content-Type: application/json
    > {"name": "Tea", "tags": ["a", 1, "c"]}
    => `addItem` gets a request in which `body.tags` is ["a",1,"c"]; `shop.yaml` requires a length of at most 2
    => `addItem` gets a request in which `body.tags[2]` is 1; `shop.yaml` requires a string

    POST /items
    Idempotency-Key: 3fa85f64-5717-4562-b3fc-2c963f66afa6
    Content-Type: application/json
    > {"name": "Tea", "maker": {"mail": "ada"}}
    => `addItem` gets a request in which `body.maker` doesn't have `name`; `shop.yaml` requires it
    => `addItem` gets a request in which `body.maker.mail` is "ada"; `shop.yaml` requires an email address, such as ada@example.com

    POST /items
    Idempotency-Key: 3fa85f64-5717-4562-b3fc-2c963f66afa6
    Content-Type: application/json
    > {"name": "Tea", "code": "abc"}
    => `addItem` gets a request in which `body.code` is "abc"; `shop.yaml` has 2 schemas in `anyOf`, but none matches

    POST /items
    Idempotency-Key: 3fa85f64-5717-4562-b3fc-2c963f66afa6
    Content-Type: application/json
    > {"name": "Tea", "until": "tomorrow"}
    => `addItem` gets a request in which `body.until` is "tomorrow"; `shop.yaml` requires a date with time and zone, such as 2026-01-31T09:30:00Z

    POST /items
    Idempotency-Key: 3fa85f64-5717-4562-b3fc-2c963f66afa6
    Content-Type: application/json
    > {"name": null}
    => `addItem` gets a request in which `body.name` is null; `shop.yaml` requires a string

    GET /colors/red,green
    => `GET /colors/{names}` gets a request in which `path.names[2]` is "green"; `shop.yaml` allows "red", "blue"; send `red`

    POST /login
    Content-Type: application/x-www-form-urlencoded
    > user=ada&age=x
    => `login` gets a request in which `body.age` is "x"; `shop.yaml` requires a whole number

    POST /login
    Content-Type: application/x-www-form-urlencoded
    > user=ada&age=1&sizes=1,x&pages=3,4
    => `login` gets a request in which `body.pages[1]` is "3,4"; `shop.yaml` requires a whole number
    => `login` gets a request in which `body.sizes[2]` is "x"; `shop.yaml` requires a whole number

    POST /login
    Content-Type: application/x-www-form-urlencoded
    > user=ad
    => `login` gets a request in which `body` doesn't have `age`; `shop.yaml` requires it
    => `login` gets a request in which `body.user` is "ad"; `shop.yaml` requires a length of at least 3

    POST /login
    Content-Type: application/json
    > {"user": "ada", "age": 1}
    => `login` gets a request with a body of type `application/json`; `shop.yaml` accepts `application/x-www-form-urlencoded`; send `Content-Type: application/x-www-form-urlencoded`

    POST /photos
    Content-Type: multipart/form-data; boundary=b
    > --b
    > Content-Disposition: form-data; name="stars"
    >
    > 6
    > --b--
    >
    => `upload` gets a request in which `body` doesn't have `file`; `shop.yaml` requires it
    => `upload` gets a request in which `body.stars` is 6; `shop.yaml` requires at most 5

    POST /photos
    Content-Type: multipart/form-data; boundary=b
    > --b
    > Content-Disposition: form-data; name="file"; filename="a.png"
    > Content-Type: image/png
    >
    > x
    > --b
    > Content-Disposition: form-data; name="about"
    >
    > {}
    > --b--
    >
    => `upload` gets a request in which `body.about` doesn't have `title`; `shop.yaml` requires it

    POST /photos
    Content-Type: multipart/form-data; boundary=b
    > file=1
    => `upload` gets a request with a broken body: the body has no parts, although its `Content-Type` is `multipart/form-data`; begin each with CR LF, `--`, and the `boundary`, and end the last with `--`
    """#)

  static let right = DescribedRequest.all(
    #"""
    GET /items

    GET /items?limit=20&sort=name&tag=aa&tag=bb&ids=1,2,3&sizes=1.5%7C2&after=2026-01-31&open=false
    X-Trace: 00ff
    Cookie: a=b; session=7

    GET /items?price%5Bmin%5D=1.5&price%5Bmax%5D=2&number=1&size=20&filter=%7B%22color%22:%22red%22%7D&any=7

    GET /items?any=abc&utm_source=mail&number=1

    HEAD /items

    GET /items/7

    PUT /items/7?version=1

    PUT /items/7?version=1
    Content-Type: application/merge-patch+json; charset=utf-8
    > {"name": "Tea", "price": 1.5}

    PUT /items/7?version=1
    Content-Type: text/plain
    > Tea

    POST /items
    Idempotency-Key: 3fa85f64-5717-4562-b3fc-2c963f66afa6
    Content-Type: application/json
    > {"name": "Tea", "secret": "s", "price": 0.5, "tags": [], "maker": {"name": "Ada"}, "code": "ABC", "until": null}

    GET /colors/red,blue

    POST /login
    Content-Type: application/x-www-form-urlencoded
    > user=ada&age=36&roles=a&roles=b

    POST /login
    Content-Type: application/x-www-form-urlencoded
    > user=ada,bo&age=36&sizes=1,2&pages=3|4

    POST /photos
    Content-Type: multipart/form-data; boundary=b
    > --b
    > Content-Disposition: form-data; name="file"; filename="a.png"
    > Content-Type: image/png
    >
    > x
    > --b
    > Content-Disposition: form-data; name="stars"
    >
    > 5
    > --b
    > Content-Disposition: form-data; name="about"
    >
    > {"title": "Tea"}
    > --b--
    >
    """#)
}
