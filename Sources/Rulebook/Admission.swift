/// A point that one of the source articles itself calls unchecked, and what was found.
public struct Admission: Sendable {
  /// Which article says so.
  public let article: StaticString
  /// What it says it did not check.
  public let admits: StaticString
  /// What reading further found.
  public let found: StaticString
  /// The entries of the book that hold the answer; empty where the book has none.
  public let ids: [String]

  /// Every admission of the articles, in the order in which they make them.
  public static let all: [Admission] = [
    Admission(
      article: "push SDK guide, section 3",
      admits: "The lowest library version for the manifest flag was not verified.",
      found: "firebase-messaging 25.1.0; 25.1.1 and 25.1.2 carry fixes.", ids: ["sdk.fid.library"]),
    Admission(
      article: "push SDK guide, section 3",
      admits: "Whether onNewToken still fires in FID mode was not verified.",
      found: "It does not: changes come as onRegistered and onUnregistered only.",
      ids: ["sdk.fid.no-new-token", "sdk.on-registered"]),
    Admission(
      article: "push SDK guide, section 3",
      admits: "That a SwiftUI app needs an application delegate adaptor was not checked.",
      found: "It concerns the host's set-up on iOS and no rule of a platform.", ids: []),
    Admission(
      article: "push SDK guide, section 4",
      admits: "No documented FID version of deleteToken was found.",
      found: "unregister() is it; later sends to that FID are answered 404.",
      ids: ["sdk.fid.unregister", "fcm.reg.unregister.fid"]),
    Admission(
      article: "push SDK guide, section 5",
      admits:
        "The current rules for the time-sensitive and critical capabilities were not checked.",
      found: "Time-sensitive needs a capability; without it a push falls back to active.", ids: []),
    Admission(
      article: "push SDK guide, section 7",
      admits: "No documentation says which service Android calls when libraries share a filter.",
      found: "The first that resolves, once per process; the library's own stands last.",
      ids: ["sdk.service.one"]),
    Admission(
      article: "push SDK guide, section 10",
      admits: "The memory limit of the extension was not verified.",
      found: "24 MB in current reports, 12 or 16 MB on older phones; Apple publishes none.", ids: []
    ),
    Admission(
      article: "push SDK guide, section 10",
      admits: "The details of App Groups were not verified.",
      found: "Nothing further was read; the model shares only what the story says is shared.",
      ids: []),
    Admission(
      article: "One notification API, four delivery systems",
      admits: "The picture across Android vendors cannot be told; the probe ran on two devices.",
      found: "Reports name vendors that stop an app on swipe or freeze it; both are modelled.",
      ids: ["oem.killers", "oem.policy"]),
  ]
}
