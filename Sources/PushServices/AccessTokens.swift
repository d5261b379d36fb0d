import PushDomain
import Rulebook
import SimKernel

extension FCMService {
  /// Exchanges an assertion for an access token, as Google's token endpoint does.
  ///
  /// Whether a sender's key was stolen or revoked travels with its requests, see
  /// `CredentialState`: a stolen token is as good as any other, a revoked one is no longer known.
  func exchange(
    node: UInt8, assertionTime: SimTime, from: Place, in context: inout StepContext
  ) {
    let skew = (context.now - assertionTime).microseconds.magnitude
    let isAccepted = skew <= rules.oauth.skewMax.duration.microseconds.magnitude
    context.transmit(
      from: .fcm, to: from,
      isAccepted
        ? .tokenAnswer(
          node: node, status: 200, expires: context.now + rules.oauth.tokenLifetime.duration)
        : .tokenAnswer(
          node: node, status: UInt16(clamping: rules.oauth.invalidGrant.value), expires: .zero))
  }
}
