import classes from './table.module.css'

/** Placeholder of the table until the first rows arrive, with rows of the same height. */
export function TableSkeleton({ rows, columns }: { rows: number; columns: number }) {
  const widths = [62, 84, 48, 72, 56]
  return (
    <tbody aria-hidden>
      {Array.from({ length: rows }, (_, row) => (
        // Skeleton rows are static and have no ids.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <tr key={row}>
          {Array.from({ length: columns }, (_, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <td key={column}>
              <span
                className={classes.bar}
                style={{ width: `${widths[(row + column * 2) % widths.length]}%` }}
              />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
