/** One event of a stream, its data parsed. */
interface StreamEvent {
  /** Undefined for events that the server does not store. */
  id: string | undefined
  type: string
  data: unknown
}

/** Parses server-sent events from chunks of any size. */
export function eventParser() {
  let rest = ''
  return (text: string): { events: StreamEvent[]; retry?: number } => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    const read = blocks.map(fieldsOf)
    const retry = Number(read.findLast((fields) => fields.has('retry'))?.get('retry'))
    return {
      events: read.flatMap((fields) => {
        const id = fields.get('id')
        const type = fields.get('event')
        const data = fields.get('data')
        return type && data ? [{ id, type, data: JSON.parse(data) as unknown }] : []
      }),
      ...(retry > 0 && { retry }),
    }
  }
}

const fieldsOf = (block: string) =>
  new Map(
    block.split('\n').flatMap((line) => {
      const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? []
      return name ? [[name, value ?? '']] : []
    }),
  )
