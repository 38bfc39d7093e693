import { useCallback, useRef } from 'react'

type Mutate<Input> = (input: Input, options: { onSettled: () => void }) => void

/** Ignores calls while one is pending: a second click may come before the render that disables the button. */
export function useExclusiveCall<Input>(mutate: Mutate<Input>) {
  const isPending = useRef(false)
  return useCallback(
    (input: Input) => {
      if (isPending.current) return
      isPending.current = true
      mutate(input, {
        onSettled: () => {
          isPending.current = false
        },
      })
    },
    [mutate],
  )
}
