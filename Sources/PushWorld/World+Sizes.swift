import Backend
import ClientSDK
import DeviceOS
import Judgement
import PushDomain
import PushServices
package import SimKernel

extension World {
  /// How much memory each table takes, of every machine, the judges and the world itself.
  package var tableSizes: [TableSize] {
    let own = [
      TableSize("random streams", devices), TableSize("packets", context.packets),
      TableSize("pending events", bytes: queue.byteCount),
    ]
    return own + systemState.tableSizes + clientState.tableSizes + fcmState.tableSizes
      + serverState.tableSizes + judge.tableSizes
  }
}
