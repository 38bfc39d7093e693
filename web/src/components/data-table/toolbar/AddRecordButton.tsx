import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ComponentProps } from 'react'

interface AddRecordButtonProps extends ComponentProps<typeof Button<'button'>> {
  add: { label: string; run: () => void }
  /** Its title says that N does the same. */
  hasShortcut?: boolean
}

/** The button of a list that adds a record. */
export const AddRecordButton = ({ add, hasShortcut, ...props }: AddRecordButtonProps) => (
  <Button
    leftSection={<IconPlus size={16} />}
    {...(hasShortcut && { title: `${add.label} (N)`, 'aria-keyshortcuts': 'n' })}
    {...props}
    onClick={add.run}
  >
    {add.label}
  </Button>
)
