/// A configuration that uses every field of the format, exactly as the writer prints it.
enum EveryField {
  static let json = #"""
    {
      "formatVersion": 1,
      "script": {
        "fixtures": {
          "user.json": "{}"
        },
        "mode": "debug",
        "modules": {
          "a.b": {
            "file": "a/b.lua",
            "source": "return 1"
          }
        },
        "name": "scenario.lua",
        "seed": 7,
        "source": "-- \"x\"\n",
        "variant": "locked"
      },
      "services": {
        "A": {
          "bindings": {
            "status": "status"
          },
          "initialState": {
            "count": 1.0,
            "name": null
          },
          "methods": {
            "call": {
              "exhaustBehavior": "cycle",
              "responses": [
                {
                  "callback": "A.call#1",
                  "delayMs": {
                    "max": 900,
                    "median": 80,
                    "sigma": 0.4
                  },
                  "gate": "g",
                  "ignoresUnknownKeys": true,
                  "match": {
                    "id": {
                      "$gte": 1,
                      "$lt": 5.0
                    },
                    "order.name": null
                  },
                  "optional": true,
                  "result": "callback"
                },
                {
                  "delayMs": {
                    "max": 20,
                    "min": 10
                  },
                  "error": {
                    "code": "locked",
                    "details": [
                      1,
                      2.0
                    ],
                    "message": "Too many"
                  },
                  "result": "error",
                  "updateSharedState": {
                    "status": 4
                  }
                },
                {
                  "chance": 0.25,
                  "delayMs": 5,
                  "result": "success",
                  "value": {
                    "total": 1.0
                  }
                }
              ],
              "sequenceKey": "order.id"
            },
            "stream": {
              "responses": [
                {
                  "error": {
                    "code": "e",
                    "message": "m"
                  },
                  "intervalMs": 100,
                  "result": "stream",
                  "staysOpen": true,
                  "values": [
                    "a",
                    null,
                    {}
                  ]
                }
              ]
            }
          }
        }
      },
      "sharedState": {
        "status": {
          "initial": null
        }
      }
    }
    """#
}
