import type { ReactNode } from 'react'
import classes from './preview.module.css'

interface FiguresProps {
  figures: readonly { key: string; label: string; value: ReactNode }[]
}

/** The few figures that one looks a record up for, side by side. */
export const Figures = ({ figures }: FiguresProps) => (
  <dl className={classes.figures}>
    {figures.map(({ key, label, value }) => (
      <div key={key}>
        <dt title={label}>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
