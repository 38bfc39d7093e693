/**
 * Looks up all keys that are requested in the same turn of the event loop with one query, so that a busy server checks
 * many sessions at the cost of one. Nothing is cached: each result is from a query that began after the request. `lookUp`
 * returns the results by key; when it throws, all callers of the batch reject.
 */
export function inBatches<Question, Answer>(
  lookUp: (questions: Question[]) => Promise<Map<Question, Answer>>,
) {
  let open: { questions: Set<Question>; answers: Promise<Map<Question, Answer>> } | undefined

  function begin() {
    const questions = new Set<Question>()
    const results = new Promise(setImmediate).then(() => {
      open = undefined
      return lookUp([...questions])
    })
    return { questions, answers: results }
  }

  return async (question: Question): Promise<Answer | undefined> => {
    open ??= begin()
    open.questions.add(question)
    return (await open.answers).get(question)
  }
}

/**
 * Runs work that several callers request under the same key in the same turn of the event loop once, for all of them:
 * after a change every open screen reads the same page again. Nothing is cached: the work begins after the requests.
 */
export function coalesce<Answer>() {
  const open = new Map<string, Promise<Answer>>()
  return (key: string, work: () => Promise<Answer>): Promise<Answer> => {
    const begun = open.get(key)
    if (begun) return begun
    const answer = new Promise(setImmediate).then(() => {
      open.delete(key)
      return work()
    })
    open.set(key, answer)
    return answer
  }
}
