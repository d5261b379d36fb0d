/// A document that rules cite, identified once for the whole book.
public struct CitedSource: Sendable {
  /// How citations begin that mean it.
  public let cited: StaticString
  /// What it is, in a sentence.
  public let what: StaticString
  /// Where it is found; empty where it has no public address of its own.
  public let address: StaticString

  init(_ cited: StaticString, _ what: StaticString, _ address: StaticString = "") {
    self.cited = cited
    self.what = what
    self.address = address
  }

  /// Every source; where several fit, the first one is meant.
  public static let all: [CitedSource] = [
    CitedSource(
      "push SDK guide",
      """
      The article "Build it: a push notification SDK on Android and iOS", as of 14 October 2026, \
      also called the guide. The design under test that is called published is its SDK and server.
      """),
    CitedSource(
      "the notes on FCM and APNs",
      "The article \"Firebase Cloud Messaging and APNs\", verified 15 October 2026."),
    CitedSource(
      "the notes on four systems",
      """
      The article "One notification API, four delivery systems that behave differently", read in \
      October 2026.
      """),
    CitedSource(
      "skip-notify", "The framework SkipNotify, its README and source.",
      "https://github.com/skiptools/skip-notify"),
    CitedSource(
      "firebase-messaging", "The Android library com.google.firebase:firebase-messaging.",
      "https://github.com/firebase/firebase-android-sdk"),
    CitedSource(
      "firebase-installations", "The Android library com.google.firebase:firebase-installations.",
      "https://github.com/firebase/firebase-android-sdk"),
    CitedSource(
      "firebase-admin Python", "The server library firebase-admin for Python.",
      "https://github.com/firebase/firebase-admin-python"),
    CitedSource(
      "firebase-admin Node", "The server library firebase-admin for Node.",
      "https://github.com/firebase/firebase-admin-node"),
    CitedSource(
      "google-auth", "The Python library google-auth.",
      "https://github.com/googleapis/google-auth-library-python"),
    CitedSource(
      "androidx.work", "WorkManager of Jetpack, its source and reference.",
      "https://github.com/androidx/androidx"),
    CitedSource(
      "google/gcm", "The issues of Google Cloud Messaging, which FCM came out of.",
      "https://github.com/google/gcm/issues"),
    CitedSource(
      "microG", "GmsCore of the microG project, a free counterpart of Play services.",
      "https://github.com/microg/GmsCore"),
    CitedSource(
      "AOSP", "The source of Android, in the file that the citation names.",
      "https://cs.android.com/android/platform/superproject"),
    CitedSource(
      "HTTP v1 discovery document", "The machine-readable description of FCM's send interface.",
      "https://fcm.googleapis.com/$discovery/rest?version=v1"),
    CitedSource(
      "GCM", "The pages of Google Cloud Messaging, which FCM replaced; kept by web archives."),
    CitedSource(
      "Firebase", "The documentation of Firebase, on the page that the citation names.",
      "https://firebase.google.com/docs/cloud-messaging"),
    CitedSource(
      "Android", "The documentation of Android, on the page that the citation names.",
      "https://developer.android.com/docs"),
    CitedSource("our choice", "No source: the model had to choose."),
    CitedSource("no page states it", "No source: the documents are silent."),
  ]

  /// The document that a citation means; nil where it stands alone, as a reported issue does.
  public static func named(in citation: StaticString) -> CitedSource? {
    let text = citation.description
    return all.first { text.hasPrefix($0.cited.description) }
  }
}
