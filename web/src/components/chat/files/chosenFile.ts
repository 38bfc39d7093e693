import { createListeners } from '../../../lib/listeners.ts'
import { fileProblem, sendProblem, smallEnough } from './files.ts'

interface State {
  file: File | null
  /** A picture is being made smaller: a message sent now would leave without it. */
  isPreparing: boolean
}

/** The file that is to be sent with the next message; it is kept while another conversation is open. */
export class ChosenFile {
  #state: State = { file: null, isPreparing: false }
  #latest = 0
  #listeners = createListeners()

  subscribe = this.#listeners.subscribe
  state = () => this.#state

  put = (file: File | null) => {
    this.#latest += 1
    this.#set({ file, isPreparing: false })
  }

  /** Prepares and keeps a chosen file; resolves with why it cannot be sent. The last one chosen counts. */
  take = async (chosen: File) => {
    const problem = fileProblem(chosen)
    if (problem) return problem
    const own = ++this.#latest
    this.#set({ ...this.#state, isPreparing: true })
    const small = await smallEnough(chosen).catch(() => chosen)
    if (own !== this.#latest) return
    const refused = sendProblem(small)
    this.#set({ file: refused ? this.#state.file : small, isPreparing: false })
    return refused
  }

  #set(state: State) {
    this.#state = state
    this.#listeners.notify()
  }
}
