import { expect, test } from 'vitest'
import { readLimits } from '../limits.ts'
import { readXls } from './xls.ts'

test('reports the output of a process that has ended', async () => {
  const nothing = 5 as unknown as Buffer // Buffer.from throws for it in the child process
  await expect(readXls(nothing, readLimits, new AbortController().signal)).rejects.toThrow(
    /ended without a result[\s\S]*TypeError/,
  )
})
