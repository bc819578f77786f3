import Foundation

/// An error of a reservation.
///
/// The raw values are the codes in scripts.
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
