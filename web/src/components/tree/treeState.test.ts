import { expect, test } from 'vitest'
import { readTreeState, writeTreeState } from './treeState.ts'

test('the URL stores the state, and invalid params are ignored', () => {
  const address = { q: 'šljiva', node: '12', open: '3-17', in: '3' }
  expect(writeTreeState(readTreeState(address))).toEqual(address)
  const odd = readTreeState({ q: '  ', node: '-1', open: '0-x-5-99999999999', in: '1.5' })
  expect(odd).toEqual({ search: '', node: null, opened: new Set([5]), folder: null })
})
