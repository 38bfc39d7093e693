export const cnr = {
  once: { not_copied: 'Zatvoriti bez kopiranja?' },
} as const
