import { Button } from '@mantine/core'
import { type ComponentProps, type DragEvent, useRef } from 'react'

interface FileButtonProps extends ComponentProps<typeof Button<'button'>> {
  /** Id of the input, for its label. */
  id?: string
  accept?: string
  onChoose: (file: File | undefined) => void
}

/** A button that chooses a file; the same one may be chosen again after it was corrected. */
export function FileButton({ id, accept, onChoose, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        id={id}
        type="file"
        hidden
        accept={accept}
        onChange={({ target }) => {
          onChoose(target.files?.[0])
          target.value = ''
        }}
      />
    </>
  )
}

/** The handlers of an element that takes a dropped file. */
export const dropTarget = (onChoose: FileButtonProps['onChoose']) => ({
  onDragOver: (event: DragEvent) => event.preventDefault(),
  onDrop: (event: DragEvent) => {
    event.preventDefault()
    onChoose(event.dataTransfer.files[0])
  },
})
