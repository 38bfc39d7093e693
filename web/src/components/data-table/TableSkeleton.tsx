import classes from './table.module.css'

/** What stands in the table's place until the first rows are there: bars of the rows' height, nothing jumps. */
export function TableSkeleton({ rows, columns }: { rows: number; columns: number }) {
  const widths = [62, 84, 48, 72, 56]
  return (
    <tbody aria-hidden>
      {Array.from({ length: rows }, (_, row) => (
        // Bars have no identity but their place.
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
