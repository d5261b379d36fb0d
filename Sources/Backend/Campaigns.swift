import PushDomain
import SimKernel

extension PushServer {
  /// Writes down who is eligible for a message to everybody, and sends the first batch when due.
  func planCampaign(
    _ handle: UInt32, batch: UInt32, _ state: inout ServerState, in context: inout StepContext
  ) {
    let topic = state.orders[handle].order.payload.topic
    var eligible = [UInt64](repeating: 0, count: (Int(state.rows.handleBound) + 63) / 64)
    var next = state.rows.firstHandle(from: 0)
    while let row = next {
      next = state.rows.firstHandle(from: row + 1)
      if topic.isNone || state.topics(of: row).contains(TopicSet(topic)) {
        eligible[Int(row >> 6)] |= 1 << UInt64(row & 63)
      }
    }
    state.campaigns.append(
      Campaign(order: handle, eligible: eligible, generation: state.nextArming()))
    state.orders[handle].isPlanned = true
    state.orders[handle].isCampaign = true
    let node = Int(state.orders[handle].node)
    guard !dies(node, at: .plannedSent, &state, in: &context) else { return }
    if state.orders[handle].dueAt > context.now {
      armBatch(state.campaigns.count - 1, at: state.orders[handle].dueAt, &state, in: &context)
    } else {
      sendBatch(of: handle, &state, in: &context)
    }
  }

  /// Sends the next batch of a campaign and arms the one after it.
  func sendBatch(
    of handle: UInt32, _ state: inout ServerState, in context: inout StepContext
  ) {
    guard let place = state.campaigns.firstIndex(where: { $0.order == handle }),
      state.nodes[Int(state.orders[handle].node)].isUp,
      case .everyone(let batch, let pause) = state.orders[handle].order.audience
    else { return }
    state.scratch.removeAll(keepingCapacity: true)
    var left = max(1, batch)
    while left > 0, let row = nextEligible(place, &state) {
      left -= 1
      let isCapped = capIsReached(state.rows[row].user, by: handle, &state, at: context.now)
      planRow(row, handle, isCapped: isCapped, &state, in: &context)
    }
    let isOver = left > 0
    runScratch(&state, in: &context)
    if isOver {
      state.campaigns.remove(at: place)
      state.orders[handle].isCampaign = false
      settleIfDone(handle, &state, in: &context)
    } else {
      armBatch(place, at: context.now + pause, &state, in: &context)
    }
  }

  /// A batch is due.
  func batchIsDue(
    _ timer: Timer, _ state: inout ServerState, in context: inout StepContext
  ) {
    for campaign in state.campaigns
    where campaign.order == timer.index && campaign.generation == timer.generation {
      sendBatch(of: timer.index, &state, in: &context)
      return
    }
  }

  /// Arms the next batch of a campaign.
  func armBatch(
    _ place: Int, at time: SimTime, _ state: inout ServerState, in context: inout StepContext
  ) {
    state.campaigns[place].generation = state.nextArming()
    context.arm(
      Timer(
        .serverBatch, index: state.campaigns[place].order,
        generation: state.campaigns[place].generation, at: time))
  }

  /// The next row of a campaign that was eligible when it was planned.
  private func nextEligible(_ place: Int, _ state: inout ServerState) -> UInt32? {
    let bound = UInt32(state.campaigns[place].eligible.count * 64)
    var row = state.campaigns[place].next
    while row < bound {
      let word = state.campaigns[place].eligible[Int(row >> 6)] >> UInt64(row & 63)
      guard word != 0 else {
        row = (row | 63) + 1
        continue
      }
      row += UInt32(word.trailingZeroBitCount)
      state.campaigns[place].next = row + 1
      return row
    }
    state.campaigns[place].next = bound
    return nil
  }
}
