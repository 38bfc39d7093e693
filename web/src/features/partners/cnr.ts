export const cnr = {
  features: {
    partners: {
      title: 'Partneri',
      add: 'Dodaj partnera',
      new: 'Novi partner',
      edit: 'Uredi partnera',
      details: 'Partner',
      many: '{count, plural, one {# partnera} few {# partnera} other {# partnera}}',
      hint: 'Partner se više neće moći prijaviti.',
      empty: 'Još nema partnera',
      empty_hint: 'Dodajte prvog ili ih uvezite iz Excela.',
      active: 'Aktivan',
      inactive: 'Neaktivan',
    },
  },
  partners: {
    import: 'Uvoz partnera',
    all: 'Preuzmi sve partnere (Partners.xlsx)',
    financial: 'Samo finansijski',
    financial_help:
      'Mijenjaju se samo iznosi postojećih partnera. Isključite da se dodaju i mijenjaju i ostali podaci.',
    id_help: 'Ovo je i korisničko ime partnera.',
    basic: 'Osnovni podaci',
    more: 'Više podataka',
    figures: 'Iznosi',
    tires: 'Gume',
    login: 'Prijava',
    password: 'Lozinka za prijavu',
    confirm: 'Potvrda lozinke',
  },
} as const
