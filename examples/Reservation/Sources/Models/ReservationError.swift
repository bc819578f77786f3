import Foundation

/// What can go wrong with a reservation; the raw values are the codes of scripts.
enum ReservationError: String, Error, LocalizedError {
  case invalidResponse
  case notFound

  var errorDescription: String? {
    switch self {
    case .invalidResponse: "The server returned an invalid reservation."
    case .notFound: "Reservation not found."
    }
  }
}
