import Judgement
import PushDomain
import SimKernel
import Testing

@Test func `a copy that ends without having been accepted unbalances the books`() {
  var story = Story()
  story.signIn(0)
  story.send(0)
  story.note(.handed, message: 0, copy: 7, install: 0)
  #expect(story.judge.ledger.checkBooks()?.contains("copy 7") == true)
}

@Test func `a second report of the same copy is an echo and not an end`() {
  var story = Story()
  story.signIn(0)
  story.send(0)
  story.deliver(0)
  story.deliver(0)
  story.note(.handled, message: 0, copy: 0, install: 0)
  #expect(story.judge.ledger.checkBooks() == nil)
  #expect(story.judge.ledger.books.handed == 1)
}

@Test func `every accepted copy is in exactly one column`() {
  var story = Story()
  story.signIn(0)
  for message in UInt32(0)..<5 { story.send(message) }
  story.deliver(0)
  story.note(.dropped, message: 1, copy: 1, install: 0)
  story.note(.replaced, message: 2, copy: 2, install: 0)
  story.note(.handled, message: 3, copy: 3, install: 0)
  let books = story.judge.ledger.books
  #expect(books.accepted == 5)
  #expect([books.handed, books.dropped, books.replaced, books.ended] == [1, 1, 1, 1])
  #expect(story.judge.ledger.checkBooks() == nil)
}
