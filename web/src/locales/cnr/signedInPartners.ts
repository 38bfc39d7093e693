export const signedInPartners = {
  features: {
    signedInPartners: {
      title: 'Prijavljeni partneri',
      details: 'Prijavljeni partner',
      many: '{count, plural, one {# prijavljenog partnera} few {# prijavljena partnera} other {# prijavljenih partnera}}',
      empty: 'Još se niko nije prijavio',
      empty_hint: 'Partner se pojavljuje ovdje kad se prvi put prijavi u aplikaciju.',
      active: 'Da',
      inactive: 'Ne',
    },
  },
} as const
