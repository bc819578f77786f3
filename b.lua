shared { serviceStatus = 0 }
service "A" :binds "serviceStatu" {
  a = { status = 3 },
  b = reply(1).after(5),
  c = reply { x = print },
  d = reply(1)
        :aftr(5),
  e = reply(1)
        :after(0.25),
  f = when({}, reply(1)),
  g = { when({}, reply(1)), reply(2), when({a=1}, reply(3)) },
  h = reply(1) :set { servceStatus = 1 },
  i = nil,
  j = reply(1),
  j = reply(2),
  k = is.gtt(1),
}
sleep(5)
override("A", "z", reply(1))
service "Empty"
reponse(1)
