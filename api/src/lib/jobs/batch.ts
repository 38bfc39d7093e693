/**
 * Answers what is asked in the same turn of the event loop by one query: a busy server then checks many sessions at the
 * price of one. Nothing is remembered, so every question is answered by a query that began after it was asked.
 * `ask` answers the questions that have an answer; its failure is the failure of all of them.
 */
export function inBatches<Answer>(ask: (questions: string[]) => Promise<Map<string, Answer>>) {
  let open: { questions: Set<string>; answers: Promise<Map<string, Answer>> } | undefined

  function begin() {
    const questions = new Set<string>()
    const answers = new Promise(setImmediate).then(() => {
      open = undefined
      return ask([...questions])
    })
    return { questions, answers }
  }

  return async (question: string): Promise<Answer | undefined> => {
    open ??= begin()
    open.questions.add(question)
    return (await open.answers).get(question)
  }
}
