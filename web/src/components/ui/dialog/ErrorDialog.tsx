import type { ErrorBody } from '@kontor/contract/lib/http/errors'
import { Button, List, Text } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useMessage } from '../../../lib/i18n/i18n.tsx'
import { Dialog, DialogBody } from './Dialog.tsx'

interface ErrorDialogProps {
  error: ErrorBody
  onClose: () => void
}

/** Why a call failed: the message, and the messages of fields as a list. */
export function ErrorDialog({
  error: { message, params, errors = {}, used_by, request_id },
  onClose,
}: ErrorDialogProps) {
  const t = useTranslations()
  const translate = useMessage()
  const wrong = [...new Set(Object.values(errors).flat())]
  return (
    <Dialog
      title={t('error.title')}
      width={400}
      brief
      onClose={onClose}
      note={request_id && t('error.request', { id: request_id })}
      buttons={
        <Button size="md" data-autofocus onClick={onClose}>
          {t('common.ok')}
        </Button>
      }
    >
      <DialogBody>
        {message && <Text c="var(--text-2)">{translate(message, params)}</Text>}
        {used_by && <UsedBy {...used_by} />}
        {wrong.length > 0 && (
          <List size="sm" mt="sm">
            {wrong.map((key) => (
              <List.Item key={key}>{translate(key, params)}</List.Item>
            ))}
          </List>
        )}
      </DialogBody>
    </Dialog>
  )
}

/** The records that use the record, with links to their lists filtered by name. */
function UsedBy({ table, count, records }: NonNullable<ErrorBody['used_by']>) {
  const t = useTranslations()
  return (
    <>
      <Text mt="sm">{t('error.used_by', { count })}</Text>
      <List size="sm" mt={4}>
        {records.map(({ id, name }) => (
          <List.Item key={id}>
            <a href={`/${table}?q=${encodeURIComponent(name)}`} style={{ color: 'var(--accent-text)' }}>
              {name}
            </a>
          </List.Item>
        ))}
        {count > records.length && <List.Item>…</List.Item>}
      </List>
    </>
  )
}
