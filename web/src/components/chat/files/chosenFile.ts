import { createStore } from '../../../lib/listeners.ts'
import { fileProblem, sendProblem, smallEnough } from './files.ts'

interface State {
  file: File | null
  /** A picture is being made smaller: a message sent now would leave without it. */
  isPreparing: boolean
}

/** The file that is to be sent with the next message; it is kept while another conversation is open. */
export class ChosenFile {
  #store = createStore<State>({ file: null, isPreparing: false })
  #latest = 0

  subscribe = this.#store.subscribe
  state = this.#store.get

  put = (file: File | null) => {
    this.#latest += 1
    this.#store.set({ file, isPreparing: false })
  }

  /** Prepares and keeps a chosen file; resolves with why it cannot be sent. The last one chosen counts. */
  take = async (chosen: File) => {
    const problem = fileProblem(chosen)
    if (problem) return problem
    const own = ++this.#latest
    this.#store.set({ ...this.state(), isPreparing: true })
    const small = await smallEnough(chosen).catch(() => chosen)
    if (own !== this.#latest) return
    const refused = sendProblem(small)
    this.#store.set({ file: refused ? this.state().file : small, isPreparing: false })
    return refused
  }
}
