import { IconArrowRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Screen } from '../../kit/shell/screen.ts'
import { useLanguage } from '../../kit/texts/i18n.tsx'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { plural } from '../../kit/texts/words.ts'
import classes from './HomePage.module.css'
import type { Tile } from './Tiles.tsx'
import { texts } from './texts.ts'

interface Props {
  path: string
  named: Pick<Screen, 'label' | 'icon'>
  /** Absent until the figures have arrived; the place is kept. */
  tile: Tile | undefined
}

/** A screen's name and one live figure; the whole tile opens the rows that were counted. */
export function HomeTile({ path, named, tile }: Props) {
  const { locale } = useLanguage()
  const { icon: Sign, label } = named
  return (
    <li>
      <Link className={classes.tile} to={path} search={tile?.search ?? {}}>
        <span className={classes.name}>
          <Sign size={18} stroke={1.6} aria-hidden />
          {label[locale]}
          <IconArrowRight className={classes.go ?? ''} size={16} stroke={1.6} aria-hidden />
        </span>
        {tile ? <Figure {...tile} /> : <span className={classes.waiting} aria-hidden />}
      </Link>
    </li>
  )
}

function Figure({ count, says, context }: Tile) {
  const t = useTexts(texts)
  const { locale } = useLanguage()
  return (
    <>
      <strong className={classes.figure}>{t('home.figure', { count })}</strong>
      <span className={classes.says}>
        {typeof says === 'string' ? t(`home.tile.${says}`, { count }) : plural(says[locale], count, locale)}
      </span>
      {context && (
        <span className={classes.context}>{t(`home.tile.${context.key}`, { count: context.count })}</span>
      )}
    </>
  )
}
