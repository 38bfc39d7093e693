import { Duplex } from 'node:stream'

/** What pg takes for its TCP socket: bytes go to the worker as whole messages, in order; a close ends the session. */
export class EmbeddedSocket extends Duplex {
  #send: (bytes?: Uint8Array<ArrayBuffer>) => void
  #left = false

  constructor(send: (bytes?: Uint8Array<ArrayBuffer>) => void) {
    super()
    this.#send = send
  }

  connect() {
    process.nextTick(() => this.emit('connect'))
    return this
  }
  setNoDelay() {
    return this
  }
  setKeepAlive() {
    return this
  }
  ref() {
    return this
  }
  unref() {
    return this
  }

  override _read() {}

  override _write(chunk: Uint8Array, _encoding: string, done: () => void) {
    this.#send(new Uint8Array(chunk))
    done()
  }

  /** pg corks the messages of one query; together they cross the thread border once. */
  override _writev(chunks: { chunk: Uint8Array }[], done: () => void) {
    const bytes = new Uint8Array(chunks.reduce((sum, { chunk }) => sum + chunk.length, 0))
    let offset = 0
    for (const { chunk } of chunks) {
      bytes.set(chunk, offset)
      offset += chunk.length
    }
    this.#send(bytes)
    done()
  }

  override _final(done: () => void) {
    this.#leave()
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.#leave()
    done(error)
  }

  #leave() {
    if (!this.#left) this.#send()
    this.#left = true
  }
}
