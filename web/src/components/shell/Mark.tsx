/** The product's logo, a K on the accent colour. */
export function Mark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" rx="5" fill="var(--accent)" />
      <path
        d="M7.5 6v12M16.5 6l-6 6 6 6"
        fill="none"
        stroke="#fff"
        strokeWidth="2.4"
        strokeLinecap="square"
      />
    </svg>
  )
}
