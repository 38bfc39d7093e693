import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * A stack whose places in the built API are those of its sources. The maps are read when the first error is written: Node
 * itself would read them at every start, for 5 MB and some 30 ms.
 */
export function inSources(stack: string): string {
  return stack.replace(/(file:[^\s()]+\.js):(\d+):(\d+)/g, (place, url: string, line, column) => {
    const file = fileURLToPath(url)
    const origin = mapOf(file)?.findOrigin(Number(line), Number(column))
    if (!origin || !('fileName' in origin)) return place
    return `${resolve(dirname(file), origin.fileName)}:${origin.lineNumber}:${origin.columnNumber}`
  })
}

const maps = new Map<string, SourceMap | undefined>()

function mapOf(file: string) {
  if (!maps.has(file)) {
    const written = `${file}.map`
    maps.set(file, existsSync(written) ? new SourceMap(JSON.parse(readFileSync(written, 'utf8'))) : undefined)
  }
  return maps.get(file)
}
