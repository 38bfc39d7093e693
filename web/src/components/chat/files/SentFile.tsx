import { IconFile, IconPhoto } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { shownError } from '../../../lib/api/shownError.ts'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { lazyPart } from '../../../lib/router/lazyPart.tsx'
import { useObjectUrl } from '../../ui/useObjectUrl.ts'
import classes from './files.module.css'
import type { MessageFile } from './files.ts'

/** The calls for the files of a side's messages, by the id of the message. */
export interface FileCalls {
  /** Which files these are: part of the key under which they are cached. */
  name: string
  /** The content of a picture, or of its thumbnail. */
  picture: (id: number, size: 'whole' | 'preview', signal: AbortSignal) => Promise<Blob>
  /** Downloads the file. */
  save: (id: number) => Promise<void>
}

interface SentFileProps {
  id: number
  file: MessageFile
  calls: FileCalls
}

const PictureDialog = lazyPart(() => import('./PictureDialog.tsx'), 'PictureDialog')

/** The file of a message: a picture as a thumbnail that opens it, any other file as a button that downloads it. */
export const SentFile = (props: SentFileProps) =>
  props.file.has_preview ? <SentPicture {...props} /> : <SentDocument {...props} />

function SentPicture(props: SentFileProps) {
  const { id, file, calls } = props
  const t = useTranslations()
  const [isOpen, setOpen] = useState(false)
  const { url, hasFailed } = usePicture(calls, id, 'preview')
  const label = t('chat.open_picture', { name: file.name })
  return (
    <>
      <button
        type="button"
        className={classes.picture}
        title={label}
        aria-label={label}
        onClick={() => setOpen(true)}
      >
        {url && <img src={url} alt="" />}
        {hasFailed && <IconPhoto size={28} stroke={1.4} aria-hidden />}
      </button>
      {isOpen && <PictureDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

/** A picture that only the conversation's readers are given, hence fetched with the user's token. */
export function usePicture(calls: FileCalls, id: number, size: 'whole' | 'preview') {
  const { data, isError } = useQuery({
    queryKey: ['file of a message', calls.name, id, size],
    queryFn: ({ signal }) => calls.picture(id, size, signal),
    staleTime: Infinity,
  })
  return { url: useObjectUrl(data), hasFailed: isError }
}

function SentDocument({ id, file: { name, size }, calls }: SentFileProps) {
  const t = useTranslations()
  const { bytes } = useFormat()
  return (
    <button
      type="button"
      className={classes.document}
      title={t('chat.download', { name })}
      onClick={() => void calls.save(id).catch(shownError.show)}
    >
      <IconFile size={24} stroke={1.4} aria-hidden />
      <span>
        <b>{name}</b>
        <small>{bytes(size)}</small>
      </span>
    </button>
  )
}
