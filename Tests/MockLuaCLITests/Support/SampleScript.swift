/// The smallest script and its output.
enum SampleScript {
  static let source = "service \"A\" { m = reply(1) }\n"

  static let compactJSON =
    #"{"services":{"A":{"methods":{"m":{"responses":[{"result":"success","value":1}]}}}}}"# + "\n"

  static let prettyJSON = """
    {
      "services": {
        "A": {
          "methods": {
            "m": {
              "responses": [
                {
                  "result": "success",
                  "value": 1
                }
              ]
            }
          }
        }
      }
    }

    """
}
