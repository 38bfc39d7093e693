import type { TreeNode } from '@kontor/contract/lib/resources/tree'
import { useCallback, useRef, useState } from 'react'
import { notify } from '../../ui/snackbar/notify.tsx'
import type { Parent } from '../rows.ts'

interface Acts<N> {
  refusal: (node: N, parent: Parent) => string | undefined
  move: (node: N, parent: Parent) => Promise<void>
}

/** The node that was cut and waits for its new place. */
export function useCut<N extends TreeNode>(acts: Acts<N>) {
  const [node, setNode] = useState<N | null>(null)
  const latest = useRef({ node, acts })
  latest.current = { node, acts }
  const put = useCallback((parent: Parent) => {
    const { node, acts } = latest.current
    if (!node) return
    const refused = acts.refusal(node, parent)
    if (refused) return notify.error(refused)
    setNode(null)
    void acts.move(node, parent)
  }, [])
  const forget = useCallback(() => {
    setNode(null)
    return latest.current.node !== null
  }, [])
  return { node, take: setNode, put, forget }
}
