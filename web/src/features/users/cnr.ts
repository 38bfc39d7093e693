export const cnr = {
  rooms: {
    users: {
      title: 'Korisnici',
      add: 'Dodaj korisnika',
      new: 'Novi korisnik',
      edit: 'Uredi korisnika',
      details: 'Korisnik',
      many: '{count, plural, one {# korisnika} few {# korisnika} other {# korisnika}}',
      hint: 'Prijave ovog korisnika se odmah završavaju.',
      empty: 'Još nema korisnika',
      empty_hint: 'Dodajte prvog da bi se mogao prijaviti.',
      active: 'Aktivan',
      inactive: 'Neaktivan',
    },
  },
  users: {
    own: 'Moja podešavanja',
    self_title: 'To je vaš nalog. Deaktivirati ga?',
    self_text:
      'Odmah ćete biti odjavljeni i nećete se moći ponovo prijaviti dok vas drugi zaposleni ne aktivira.',
    self_cancel: 'Zadrži nalog',
    role: 'Uloga',
    password: 'Lozinka',
    confirm: 'Potvrda lozinke',
    superior: 'Izaberi nadređenog partnera',
    partner: 'Partner',
  },
} as const
