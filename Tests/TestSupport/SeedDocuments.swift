/// The two configurations in the first description of the format, unchanged.
package enum SeedDocuments {
  package static let all = [schemaDesign, standardFlow]

  /// The JSON schema design: two services that share a status.
  package static let schemaDesign = """
    {
      "sharedState": {
        "serviceStatus": { "initial": 0 }
      },
      "services": {
        "YourServiceProtocol": {
          "bindings": {
            "serviceStatus": "serviceStatus"
          },
          "methods": {
            "performAction": {
              "exhaustBehavior": "repeatLast",
              "responses": [
                {
                  "result": "success",
                  "value": { "status": 3 },
                  "updateSharedState": { "serviceStatus": 3 }
                }
              ]
            },
            "fetchData": {
              "responses": [
                { "result": "success", "value": { "status": 5 } }
              ]
            },
            "checkEligibility": {
              "responses": [
                { "result": "success", "value": true }
              ]
            },
            "finalize": {
              "responses": [
                {
                  "result": "success",
                  "value": { "status": 7 },
                  "updateSharedState": { "serviceStatus": 7 }
                }
              ]
            },
            "resetState": {
              "responses": [
                { "result": "success" }
              ]
            },
            "tearDown": {
              "responses": [
                { "result": "success" }
              ]
            }
          }
        },
        "SecondaryServiceProtocol": {
          "bindings": {
            "serviceStatus": "serviceStatus"
          },
          "methods": {
            "performAction": {
              "responses": [
                {
                  "result": "success",
                  "value": { "status": 3 },
                  "updateSharedState": { "serviceStatus": 3 }
                }
              ]
            }
          }
        }
      }
    }
    """

  /// The standard flow: fetch data, then finalize.
  package static let standardFlow = """
    {
      "sharedState": { "serviceStatus": { "initial": 0 } },
      "services": {
        "YourServiceProtocol": {
          "bindings": { "serviceStatus": "serviceStatus" },
          "methods": {
            "performAction": {
              "responses": [{
                "result": "success",
                "value": { "status": 3 },
                "updateSharedState": { "serviceStatus": 3 }
              }]
            },
            "checkEligibility": { "responses": [{ "result": "success", "value": true }] },
            "fetchData": { "responses": [{ "result": "success", "value": { "status": 5 } }] },
            "finalize": {
              "responses": [{
                "result": "success",
                "value": { "status": 7 },
                "updateSharedState": { "serviceStatus": 7 }
              }]
            },
            "resetState": { "responses": [{ "result": "success" }] },
            "tearDown": { "responses": [{ "result": "success" }] }
          }
        }
      }
    }
    """
}
