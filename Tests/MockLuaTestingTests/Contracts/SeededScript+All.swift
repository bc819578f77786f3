extension SeededScript {
  /// Thirty scripts for the sample's contract.
  static let all: [SeededScript] = templates.enumerated().map { SeededScript($0 + 1, $1) }

  private static let templates = [
    """
    service "CatalogService" {
      «product¦prodct¦did you mean `product`?» = reply {
        id = «1¦"one"¦expected a whole number»,
        name = «"Tea"¦7¦expected a string»,
        price = { amount = «4.5¦"much"¦is not a number», currency = «"EUR"¦"EURO"¦did you mean `EUR`?» },
        tags = {},
      },
    }
    """,
    """
    service "CatalogService" {
      product = {
        when({ «id¦identifier¦no argument `identifier`» = 1 }, reply {
          id = 1,
          «name¦nmae¦did you misspell it as `nmae`?» = "Tea",
          price = { amount = 1, «currency¦curency¦did you misspell it as `curency`?» = "USD" },
          tags = { "new", «"hot"¦3¦expected a string» },
        }),
        fail("«soldOut¦soldout¦did you mean `soldOut`?»"),
      },
    }
    """,
    """
    service "«CatalogService¦CatalogServce¦did you mean `CatalogService`?»" {
      names = {
        when({ of = { 1, 2 } }, reply { "A", "B" }),
        reply «{ "A" }¦"A"¦expected a list»,
        reply { "A", «"B"¦false¦expected a string» },
        reply { «"A"¦{ name = "A" }¦expected a string» },
        «reply {}¦reply()¦has no value»,
      },
    }
    """,
    """
    service "CatalogService" {
      names = {
        when({ «of¦ids¦no argument `ids`» = { 1, 2, 3 } }, reply { "A", "B" }),
        when({ of = «is.size(1)¦is.regex "1"¦the matcher is for strings» }, reply { "A" }),
        when({ of = is.containing { 8, «9¦"9"¦can never match an element of `of`: it is a number» } }, reply { "C" }),
        when({ of = «is.any_item(7)¦{ id = 7 }¦it is a list, which has no member `id`; write `is.any_item { id = ... }`» }, reply {}),
        when({ of = is.holding(1, «2¦"2"¦can never match an element of `of`: it is a number») }, reply {}),
        when({ of = «{ 4, 4 }¦4¦write a list» }, reply { "D" }),
        when({ of = { 5, «6¦"6"¦it is a number» } }, reply { "E", "F" }),
        fail(«"notSignedIn"¦"noSignIn"¦which `ShopError` doesn't have»),
      },
    }
    """,
    """
    service "CatalogService" {
      price = {
        when({ «of¦id¦no argument `id`» = 1, «currency¦["in"]¦no argument `in`» = "EUR" },
          reply { amount = 1, currency = "EUR" }),
        when({ currency = «"USD"¦"DOLLAR"¦it is an enum» }, reply { amount = 2, currency = "USD" }),
        when({ of = «is.gt(7)¦is.gt("7")¦the matcher compares it with a string» }, reply { amount = 3, currency = «"CHF"¦"SFR"¦isn't a case of Currency» }),
        reply { amount = 4, currency = "CHF" },
      },
    }
    """,
    """
    service "CatalogService" {
      products = reply {
        items = {
          {
            id = 1,
            name = "Tea",
            price = { amount = «"4.50"¦{}¦expected a number», currency = "EUR" },
            tags = «{}¦"none"¦expected a list»,
            stock = «3¦3.5¦is not whole»,
          },
          { id = 2, name = "Cup", price = { amount = 9, currency = "EUR" }, «tags = {}¦label = {}¦the key `tags` of Product is missing» },
        },
        «total¦totl¦did you misspell it as `totl`?» = 2,
      },
    }
    """,
    """
    service "CatalogService" {
      products = {
        when({ page = «1¦"1"¦write a whole number» }, reply { items = {}, total = 0 }),
        when({ filter = { «category¦categry¦did you mean `category`?» = "tea" } }, reply { items = {}, total = 0 }),
        when({ filter = { maximum = «is.lt(10)¦is.lt("10")¦the matcher compares it with a string» } }, reply { items = {}, total = 0 }),
        when({ filter = { currency = «"CHF"¦"FRANC"¦the pattern has "FRANC"» } }, reply { items = {}, total = 0 }),
        when({ filter = «{ category = "x" }¦"x"¦write `{ key = ... }`» }, reply { items = {}, total = 0 }),
        when({ filter = is.any_member(«10¦{ a = 1 }¦can never match a member of `filter`»), page = 2 }, reply { items = {}, total = 0 }),
        when({ page = «3¦is.any_member(3)¦the matcher is for objects» }, reply { items = {}, total = 0 }),
        reply { items = {}, total = 1 },
      },
    }
    """,
    """
    service "CatalogService" {
      products = reply {
        items = {
          {
            id = 1, name = "Tea", price = { amount = 1, currency = "EUR" }, tags = {},
            image = «"https://example.com/a.png"¦17¦expected a URL string»,
            attributes = {
              colour = «"red"¦1¦expected a string»,
            },
          },
        },
        total = «1¦"1"¦without quotes»,
        «next¦nxt¦did you mean `next`?» = "abc",
      },
    }
    service "AccountService" { levels = reply { 0, «1¦3¦isn't a case of Level» } }
    """,
    """
    service "CatalogService" {
      watch = stream {
        { id = 1, name = "Tea", price = { amount = 1, currency = "EUR" }, tags = {} },
        { id = «2¦"2"¦without quotes», name = "Tea", price = { amount = 1, currency = "EUR" }, tags = {} },
        { id = 3, name = "Tea", price = { amount = 1, currency = «"EUR"¦"eur"¦did you mean `EUR`?» }, tags = {} },
        «{ id = 4, name = "Tea", price = { amount = 1, currency = "EUR" }, tags = {} }¦"four"¦expected an object»,
        { id = 5, name = "Tea", «price = { amount = 1, currency = "EUR" }¦cost = 1¦the key `price`», tags = {} },
        { id = 6, name = «"Tea"¦null¦expected a string», price = { amount = 1, currency = "EUR" }, tags = {} },
      },
    }
    """,
    """
    shared { currency = «"EUR"¦"Euro"¦is bound», user = null }
    service "CatalogService" :bind { «currency¦curency¦doesn't require the property `curency`» = "currency" } {
      features = reply { "search", "brand-new" },
      banner = reply { kind = "text", title = "Hi" },
      note = reply(1),
      price = reply { amount = 1, currency = "EUR" } :set { currency = «"USD"¦5¦is bound» },
    }
    service "AccountService" :bind { current = "user" } {
      signIn = reply { id = 1, email = "a@b.c", level = 1, isVerified = «true¦"yes"¦expected a bool», balance = 0 }
        :set { user = { id = 1, email = «"a@b.c"¦7¦is bound», level = 1, isVerified = true, balance = 0 } },
    }
    """,
    """
    service "OrderService" {
      order = reply {
        id = «uuid()¦"1"¦UUID»,
        status = «"open"¦"opened"¦isn't a case of Order.Status»,
        placedAt = «"2026-01-31T09:30:00Z"¦"31.1.2026"¦ISO 8601»,
        lines = «{}¦null¦expected a list»,
        «payment¦paymnt¦did you mean `payment`?» = { cash = {} },
      },
    }
    """,
    """
    service "OrderService" {
      order = reply {
        id = uuid(), status = "paid", placedAt = clock.date(),
        lines = {
          {
            count = «1¦"1"¦without quotes»,
            gift_note = «"Hi"¦true¦expected a string»,
            product = {
              id = 1, name = "Tea", price = { amount = 1, currency = "EUR" },
              tags = { «"a"¦{}¦expected a string» },
            },
          },
        },
        payment = { «card¦crd¦has no case `crd`» = { number = "4111", month = 1 } },
        «parent¦parnt¦did you mean `parent`?» = {},
      },
    }
    """,
    """
    service "OrderService" {
      order = reply {
        id = uuid(), status = "shipped", placedAt = 0, lines = {},
        payment = { card = { number = «"4111"¦4111¦in quotes», «month¦moth¦did you misspell it as `moth`?» = 12 } },
      },
      place = {
        reply { id = uuid(), status = "open", placedAt = 0, lines = {}, payment = enum_case("voucher", «"V1"¦1¦expected a string») },
        reply { id = uuid(), status = "open", placedAt = 0, lines = {}, payment = «{ cash = {} }¦"cash"¦expected a case» },
        reply { id = uuid(), status = "open", placedAt = 0, lines = {}, payment = { invoice = { «iban¦bic¦the key `iban`» = "DE" } } },
      },
    }
    """,
    """
    service "OrderService" {
      place = {
        when({ product = «1¦"1"¦it is a number» }, reply { id = uuid(), status = "open", placedAt = 0, lines = {} }),
        when({ count = «is.ge(2)¦is.ge "2"¦the matcher compares it with a string» }, fail «"soldOut"¦"soldOt"¦did you mean `soldOut`?»),
        when({ payment = { «card¦creditCard¦there is no such key» = { month = 1 } } }, fail "cardDeclined"),
        when({ payment = { card = { month = «13¦"13"¦it is a number» } } }, fail "cardDeclined"),
        reply { id = uuid(), status = "open", placedAt = 0, lines = {} },
      },
    }
    """,
    """
    service "OrderService" {
      «cancel¦cancl¦did you mean `cancel`?» = {
        when({ «reason¦reson¦did you mean `reason`?» = "late" }, reply()),
        when({ reason = «"wrong"¦3¦it is a string» }, reply()),
        when({ reason = «is.regex "^x"¦is.gt(1)¦the matcher compares it with a number» }, reply()),
        fail «"notSignedIn"¦"notSigned"¦did you mean `notSignedIn`?»,
      },
    }
    """,
    """
    service "OrderService" {
      orders = {
        when({ since = «is.gt(0)¦"2026-01-01T00:00:00Z"¦seconds since 2001» }, reply {}),
        when({ status = «"open"¦"opn"¦did you mean `open`?» }, reply {}),
        when({ status = is.one_of «{ "paid", "shipped" }¦{ "payed", "sent" }¦it is an enum» }, reply {}),
        reply {
          { id = uuid(), status = "open", placedAt = «1¦true¦expected a date», lines = {} },
          { id = uuid(), status = «"paid"¦1¦isn't a case of Order.Status», placedAt = 2, lines = {} },
        },
      },
    }
    """,
    """
    service "OrderService" {
      updates = stream {
        «"open"¦"opn"¦did you mean `open`?»,
        «"paid"¦1¦isn't a case»,
        «"shipped"¦null¦isn't a case»,
        «"cancelled"¦"canceled"¦did you mean `cancelled`?»,
        «"open"¦{ status = "open" }¦isn't a case»,
      },
    }
    """,
    """
    service "AccountService" {
      signIn = {
        when({ «email¦mail¦no argument `mail`» = "a@b.c" }, reply { id = 1, email = "a", level = 0, isVerified = true, balance = 1 }),
        when({ «password¦pasword¦did you mean `password`?» = is.regex "x" }, fail "notSignedIn"),
        when({ remember = «true¦"true"¦it is a bool» }, reply { id = 1, email = "a", level = 0, isVerified = true, balance = 1 }),
        when({ email = «is.regex "@"¦is.size(1)¦the matcher is for lists» }, reply { id = 1, email = "a", level = 0, isVerified = true, balance = 1 }),
        reply { id = 1, email = "a", level = 0, isVerified = «true¦1¦write `true` or `false`», balance = 1 },
      },
    }
    """,
    """
    service "AccountService" {
      account = {
        reply(null),
        reply {
          id = «1¦true¦expected a whole number»,
          email = "a@b.c",
          level = «2¦"pro"¦isn't a case of Level»,
          isVerified = true,
          balance = «0.5¦"0.5"¦without quotes»,
          avatar = «base64("x")¦"not base64!"¦base64»,
          friends = { «"Ann"¦1¦expected a string» },
        },
      },
    }
    """,
    """
    service "AccountService" :initial { unread = «3¦"3"¦expected a whole number» } {
      levels = reply { 0, «1¦7¦isn't a case of Level» },
      settings = reply {
        dark = «true¦"on"¦expected a bool»,
        beta = «false¦0¦write `true` or `false`»,
      },
      «rename¦renam¦did you mean `rename`?» = reply(),
    }
    """,
    """
    service "AccountService" :initial { «unread¦unred¦doesn't require the property `unred`» = 1 } {
      settings = «reply {}¦reply { 1 }¦expected an object»,
      account = «reply(null)¦reply(0)¦expected an object»,
      levels = «reply { 0 }¦reply(0)¦expected a list»,
      rename = «reply()¦fail "unknown"¦which `ShopError` doesn't have»,
    }
    """,
    """
    local tea = {
      id = 1, name = "Tea", price = { amount = 1, currency = "EUR" }, tags = {},
    }
    service "CatalogService" {
      product = {
        reply(tea),
        «reply(tea)¦reply { tea }¦expected an object»,
        «reply(tea)¦reply(tea.name)¦expected an object»,
        «reply(tea)¦reply(tea.price)¦the key `id`»,
        «reply(tea)¦reply()¦has no value»,
      },
      price = «reply(tea.price)¦reply(tea)¦the key `amount`»,
    }
    """,
    """
    service "CatalogService" {
      product = function(args, call)
        if «args.id¦args.ident¦has no argument `ident`» == 1 then return fail "soldOut" end
        return reply { id = 1 }
      end,
      price = function(args, call)
        return { amount = «args.of¦args.id¦has no argument `id`», currency = «args.currency¦args["in"]¦has no argument `in`» }
      end,
      names = reply { «"A"¦1.5¦expected a string» },
      products = reply { items = «{}¦"none"¦expected a list», total = 0 },
    }
    """,
    """
    service "OrderService" {
      order = {
        when({ id = «is.regex "^A"¦is.gt(1)¦the matcher compares it with a number» }, fail "soldOut"),
        when({ id = is.type «"string"¦"number"¦values of the type `number`» }, fail "cardDeclined"),
        reply { id = uuid(), status = "open", placedAt = 1.5, lines = {}, «parent¦parents¦did you mean `parent`?» = {} },
      },
      cancel = { when({ id = is.exists, reason = «null¦is.containing { "x" }¦the matcher is for lists» }, reply()), reply() },
      updates = «stream { "open" }¦stream { "new" }¦isn't a case»,
    }
    """,
    """
    service "CatalogService" {
      product = {
        when(is.any_of({ id = 1 }, { «id¦ident¦no argument `ident`» = 2 }), fail "soldOut"),
        reply {
          id = 1, name = "Tea", price = { amount = 1, currency = "EUR" },
          tags = {},
          attributes = «{ a = "b" }¦{ a = { "b" } }¦expected a string»,
          stock = «3¦"many"¦expected a whole number»,
          image = «null¦{}¦expected a URL string»,
        } :optional(),
        reply { «id¦ident¦did you misspell it as `ident`?» = 2, name = "Tea", price = { amount = 1, currency = "EUR" }, tags = {} },
      },
    }
    """,
    """
    service "OrderService" {
      orders = reply {
        {
          id = uuid(), status = "open", placedAt = 1,
          lines = {},
          parent = {
            {
              id = uuid(), status = "paid", placedAt = 1, lines = {},
              parent = {
                {
                  id = uuid(),
                  status = «"open"¦"opn"¦did you mean `open`?»,
                  placedAt = «1¦{}¦expected a date»,
                  lines = «{}¦1¦expected a list»,
                  payment = { «voucher¦vouchr¦has no case `vouchr`» = { _0 = "x" } },
                },
              },
            },
          },
        },
        { id = uuid(), status = "open", placedAt = 1, lines = {}, payment = { card = { number = "1", month = «1¦"1"¦without quotes» } } },
      },
    }
    """,
    """
    variant("sold out", function()
      override "CatalogService" {
        product = fail «"soldOut"¦"sold_out"¦did you mean `soldOut`?»,
      }
    end)
    variant("other", function()
      override "CatalogService" {
        price = reply { amount = 1, currency = «"USD"¦"US"¦did you mean `USD`?» },
        names = reply «{ "A" }¦{ 1 }¦expected a string»,
      }
    end)
    service "CatalogService" {
      product = reply { id = 1, name = "Tea", price = { amount = 1, currency = «"EUR"¦"E"¦isn't a case» }, tags = {} },
      price = reply { amount = 1, currency = "EUR" },
      names = reply { «"B"¦null¦expected a string» },
    }
    """,
    """
    service "AccountService" {
      signIn = {
        when({ email = is.one_of { «"a"¦1¦it is a string» } }, fail "notSignedIn"),
        when({ email = is.all_of(is.regex "@", «is.ne("x")¦is.size(2)¦the matcher is for lists») }, fail "notSignedIn"),
        when({ remember = «is.eq(true)¦is.eq("yes")¦it is a bool» }, fail "notSignedIn"),
        when({ password = is.anything_but(is.regex "x") }, fail «"notSignedIn"¦"notSignIn"¦did you mean `notSignedIn`?»),
        reply { id = 1, email = "a", level = «0¦5¦isn't a case of Level», isVerified = true, balance = 1 },
      },
    }
    """,
    """
    local function product(id, name)
      return { id = id, name = name, price = { amount = id, currency = "EUR" }, tags = {} }
    end
    service "CatalogService" {
      product = {
        reply(product(1, "A")),
        «reply(product(2, "B"))¦reply(product("2", "B"))¦expected a whole number»,
        «reply(product(3, "C"))¦reply(product(3, 3))¦expected a string»,
        «reply(product(4, "D"))¦reply(product(4))¦the key `name`»,
        when({ id = «5¦"five"¦it is a number» }, reply(product(5, "E"))),
      },
      watch = stream { product(1, "A"), «product(2, "B")¦product(2, {})¦expected a string» },
    }
    """,
    """
    service "CatalogService" {
      note = reply "x",
      banner = { reply { kind = "text", title = "x" }, reply { kind = "photo", image = "https://a.b" } },
      features = reply { "search", "nobody knows it" },
      product = reply { id = 1, name = "Tea", price = { amount = 1, currency = "EUR" }, tags = {}, extra = 1 } :ignore_unknown_keys(),
      price = reply { amount = «1¦"a"¦is not a number», currency = "EUR" },
      names = reply { «"a"¦{ "a" }¦expected a string» },
      products = reply { items = {}, total = «0¦null¦expected a whole number» },
    }
    service "OrderService" { updates = stream { «"paid"¦"Paid"¦did you mean `paid`?» } }
    local emptied = { dark = true }
    emptied.dark = nil
    service "AccountService" {
      «levels¦level¦did you mean `levels`?» = { reply { 1 }, reply {}, reply(array {}) },
      settings = { reply(emptied), reply «{}¦(array {})¦expected an object, found a list; write `{}`» },
    }
    """,
    """
    local tea = { id = 1, name = "Tea", price = { amount = 1, currency = "EUR" }, tags = {} }
    service "CatalogService" {
      watch = { reply(tea), reply(), «reply(tea)¦reply { id = 1 }¦the key `name` of Product» },
      product = «reply(tea)¦stream { tea }¦expected an object of Product, found a list»,
      names = { stream { "A" }, reply { "B" }, «stream {}¦stream { 5 }¦expected a string» },
    }
    service "AccountService" {
      rename = { reply(), reply(null), «reply()¦reply { ok = true }¦returns nothing, but its response has» },
    }
    service "OrderService" {
      updates = { reply "open", «reply "paid"¦reply "payed"¦isn't a case of Order.Status» },
      cancel = { «reply()¦stream { 1 }¦returns nothing, but its response has» },
    }
    """,
    """
    service "AccountService" {
      account = {
        reply { id = 1, email = "", level = 0, isVerified = false, balance = 1.5, friends = { "A" } },
        «reply()¦reply(1)¦expected an object of Account»,
        reply { id = 2, email = "", level = 1, isVerified = false, balance = 2, friends = { ["7"] = "B" } },
      },
    }
    service "CatalogService" {
      names = {
        when({ of = «array {}¦{}¦write `array {}`» }, reply {}),
        when({ of = is.eq «{ 1 }¦{}¦write `array {}`» }, reply { "A" }),
        reply { "B" },
      },
      products = {
        when({ filter = {} , page = «1¦{}¦it is a number» }, reply { items = {}, total = 0 }),
        reply { items = {}, total = 1 },
      },
    }
    """,
  ]
}
