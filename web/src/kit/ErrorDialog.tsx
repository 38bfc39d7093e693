import type { ErrorBody } from '@kontor/contract/kit/errors'
import { Button, List, Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog, DialogBody } from './Dialog.tsx'
import { useMessage } from './i18n.tsx'

let shown: ErrorBody | null = null
const listeners = new Set<() => void>()
function change(next: ErrorBody | null) {
  shown = next
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The one error dialog of the app; a newer error replaces the one on screen. */
export const errorDialog = { open: (body: ErrorBody) => change(body), close: () => change(null) }

/** Shows what {@link errorDialog} was given. */
export function ErrorDialog() {
  const error = useSyncExternalStore(subscribe, () => shown)
  return error && <OpenError error={error} />
}

/** The message, and the fields' messages as a list when there are any. */
function OpenError({ error: { message, params, errors = {}, request_id } }: { error: ErrorBody }) {
  const t = useTranslations()
  const say = useMessage()
  const wrong = [...new Set(Object.values(errors).flat())]
  return (
    <Dialog
      title={t('error.title')}
      width={400}
      onClose={errorDialog.close}
      note={request_id && t('error.request', { id: request_id })}
      buttons={
        <Button size="md" data-autofocus onClick={errorDialog.close}>
          {t('common.ok')}
        </Button>
      }
    >
      <DialogBody>
        <Text size="md" c="var(--text-2)">
          {say(message, params)}
        </Text>
        {wrong.length > 0 && (
          <List size="sm" mt="sm">
            {wrong.map((key) => (
              <List.Item key={key}>{say(key, params)}</List.Item>
            ))}
          </List>
        )}
      </DialogBody>
    </Dialog>
  )
}
