import SimKernel

/// What the SDK, the server and the network of the model choose for themselves.
package struct DesignRules: BitwiseCopyable, Sendable {
  /// How long one way between the server and a provider takes.
  package var providerLatency = Rule(
    "network.latency.provider", SimDuration.milliseconds(60),
    says: "A request or answer between the server and a provider takes this long one way.",
    source: "our choice; any value below a second gives the same stories", evidence: .design)

  /// How long one way between a provider and a connected device takes.
  package var pushLatency = Rule(
    "network.latency.push", SimDuration.milliseconds(120),
    says: "A push takes this long from the provider to a connected device.",
    source: "our choice; any value below a second gives the same stories", evidence: .design)

  /// How long one way between a device and the server takes.
  package var apiLatency = Rule(
    "network.latency.api", SimDuration.milliseconds(80),
    says: "A request or answer between a device and the server takes this long one way.",
    source: "our choice; any value below a second gives the same stories", evidence: .design)

  /// How much a single passage may take longer than usual.
  package var latencyJitter = Rule(
    "network.latency.jitter", SimDuration.milliseconds(20),
    says: "Each passage is drawn up to this much longer than the usual latency.",
    source: "our choice; it makes equal instants rare", evidence: .design)

  /// How long a client waits for an answer.
  package var apiTimeout = Rule(
    "network.timeout.api", SimDuration.seconds(30),
    says: "A request of a device that is not answered within this time has failed.",
    source: "our choice; common HTTP clients wait 10 to 60 seconds", evidence: .design)
}
