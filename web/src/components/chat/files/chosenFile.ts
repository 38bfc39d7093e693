import { createListeners } from '../../../lib/listeners.ts'

/** The file that is to be sent with the next message; it is kept while another conversation is open. */
export class ChosenFile {
  #file: File | null = null
  #listeners = createListeners()

  subscribe = this.#listeners.subscribe
  state = () => this.#file

  put = (file: File | null) => {
    this.#file = file
    this.#listeners.notify()
  }
}
