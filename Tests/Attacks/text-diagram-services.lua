-- A diagram of five thousand services that set the same key. Expected: it is drawn in time.
-- run: generate diagram FILE
-- expect: ok flowchart LR
shared { k = 0 }
for i = 1, 5000 do service("S" .. i) { m = reply(1) :set { k = i } } end
