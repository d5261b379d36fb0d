/// Words that belong to the language, whatever world it tells of.
let languageForms: [Form] = [
  Form(
    "scenario", .title, "The sentence that the file shows; the first line of a scenario.",
    example: "scenario  A push waits for the phone",
    [.rest("sentence", .text, "a sentence")]),
  Form(
    "tags", .tags, "Words by which files are chosen: pushsim run --tag logout.",
    example: "tags      logout leak", [.rest("tags", .text, "one word each")]),
  Form(
    "note", .remark, "A sentence for the reader; a walkthrough prints it where it stands.",
    example: "note      The phone is on a plane.", [.rest("sentence", .text, "a sentence")]),
  Form(
    "ask", .remark, "A question that a walkthrough puts before it goes on.",
    example: "ask       What does Bob see?", [.rest("question", .text, "a sentence")]),
  Form(
    "answer", .remark, "What the walkthrough shows after the question.",
    example: "answer    Nothing: the client drops it.", [.rest("sentence", .text, "a sentence")]),
  Form(
    "let", .define, "Gives a word a name; $NAME stands for it from here on.",
    example: "let       ttl 4h",
    [.word("name", .text, "the variable"), .word("value", .text, "what it stands for")]),
  Form(
    "include", .include, "Reads another file here; name=value sets its variables.",
    example: "include   \"two-users.push\" phone=pixel",
    [.word("file", .text, "path from this file"), .rest("variables", .text, "name=value")]),
  Form(
    "vary", .vary, "Runs the file once for each value; $NAME stands for it in the story.",
    example: "vary      kind data notification",
    [
      .word("name", .text, "an axis, design, or NAME.os, NAME.OPTION of a declared thing"),
      .rest("values", .text, "at least two; of NAME.os two words each: android 11 android 12"),
    ]),
  Form(
    "pairwise", .pairwise, "Runs only as many variants as show every pair of values together.",
    example: "pairwise"),
  Form(
    "where", .condition, "Keeps the variants that match; with not, leaves those out.",
    example: "where     not kind=data delivery=shared",
    [.rest("conditions", .text, "AXIS=VALUE or AXIS!=VALUE")]),
  Form(
    "start", .start, "Pins the calendar, for quiet hours and clock changes.",
    example: "start     2026-03-27 21:30 Europe/Berlin",
    [
      .word("date", .date, "the first day"), .word("time", .clock, "the time of day"),
      .word("zone", .zone, "where the clock hangs"),
    ]),
  Form(
    "settle", .settle, "Ends the story: faults end, and the run goes on until quiet or the limit.",
    example: "settle    1d", [.word("limit", .duration, "the longest wait")]),
]

/// What must never be true; `never` stands between `expect` and an expectation and is no form of its own.
package let neverSummary =
  "expect never EXPECTATION: from its line on, or at the end behind settle, it is never true; of a"
  + " series, for no member."

/// How statements are repeated; `repeat` stands before a statement and is no form of its own.
package let repeatSummary =
  "repeat COUNT every DURATION STATEMENT says a statement many times; # in a name is the counter."
