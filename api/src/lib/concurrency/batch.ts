/**
 * Looks up all keys that are requested in the same turn of the event loop with one query, so that a busy server checks
 * many sessions at the cost of one. Nothing is cached: each result is from a query that began after the request. `lookUp`
 * returns the results by key; when it throws, all callers of the batch reject.
 */
export function inBatches<Answer>(lookUp: (questions: string[]) => Promise<Map<string, Answer>>) {
  let open: { questions: Set<string>; answers: Promise<Map<string, Answer>> } | undefined

  function begin() {
    const questions = new Set<string>()
    const results = new Promise(setImmediate).then(() => {
      open = undefined
      return lookUp([...questions])
    })
    return { questions, answers: results }
  }

  return async (question: string): Promise<Answer | undefined> => {
    open ??= begin()
    open.questions.add(question)
    return (await open.answers).get(question)
  }
}
