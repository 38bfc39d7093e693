import classes from './LoginPage.module.css'

const steps = (from: number, to: number, by: number) =>
  Array.from({ length: Math.ceil((to - from) / by) }, (_, step) => from + step * by)

const blocks = steps(-50, 1300, 84)
  .map((y) => `M-20 ${y}L150 ${y - 70}M330 ${y - 22}L420 ${y - 50}L510 ${y - 22}M690 ${y - 70}L860 ${y}`)
  .join('')
const sipes = steps(-110, 1300, 42)
  .map((y) => `M150 ${y}l70 -18l22 0M330 ${y + 24}l-64 18M510 ${y + 24}l64 18M690 ${y}l-70 -18l-22 0`)
  .join('')

/** A tyre tread pattern: four grooves with blocks and sipes between them. */
export function LoginBackground() {
  return (
    <aside className={classes.tread} aria-hidden="true">
      <svg
        width="100%"
        height="100%"
        viewBox="0 0 760 1100"
        preserveAspectRatio="xMinYMin slice"
        aria-hidden="true"
      >
        <g fill="none" stroke="var(--groove)">
          <path strokeWidth="20" d="M150 0V1100M330 0V1100M510 0V1100M690 0V1100" />
          <path strokeWidth="9" strokeLinejoin="round" d={blocks} />
          <path strokeWidth="5" d={sipes} />
        </g>
      </svg>
    </aside>
  )
}
