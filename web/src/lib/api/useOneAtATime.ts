import { useCallback, useRef } from 'react'

type Mutate<Input> = (input: Input, options: { onSettled: () => void }) => void

/** Sends once, however often it is pressed: a second press may come before a render says that the first is under way. */
export function useSingleFlight<Input>(mutate: Mutate<Input>) {
  const isUnderWay = useRef(false)
  return useCallback(
    (input: Input) => {
      if (isUnderWay.current) return
      isUnderWay.current = true
      mutate(input, {
        onSettled: () => {
          isUnderWay.current = false
        },
      })
    },
    [mutate],
  )
}
