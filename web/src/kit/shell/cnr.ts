export const cnr = {
  groups: {
    sales: 'Prodaja',
    content: 'Sadržaj',
    online: 'Partneri na vezi',
    reference: 'Šifarnici',
  },
  palette: {
    placeholder: 'Traži',
    screens: 'Ekrani',
    actions: 'Radnje',
    all: 'Prikaži sve ({count, number})',
    pieces: '{count, number} kom.',
    nothing: 'Nema rezultata za „{text}“',
    failed: 'Pretraga nije uspjela',
    choose: 'izbor',
    open: 'otvori',
    new_tab: 'u novoj kartici',
    shown: '{count, plural, one {# prikazan} few {# prikazana} other {# prikazanih}}',
    language: 'Prebaci na engleski (English)',
  },
  import: {
    locked: 'Uvoz je u toku; ova lista je zaključana dok se ne završi.',
    running: 'Drugi uvoz je već u toku.',
    rejected: 'Uvoz nije primijenjen jer u fajlu ima grešaka.',
    unsettled: 'Uvoz nije primijenjen: prije toga treba odgovoriti na pitanja o fajlu.',
    nothing_to_undo: 'Nema uvoza čiji se podaci mogu vratiti.',
    changed_since: 'Podaci se ne mogu vratiti: redovi su u međuvremenu mijenjani ili se koriste.',
    done: 'Uvoz je primijenjen.',
    preview: 'Pregled uvoza',
    duplicate: 'Ista šifra je već u redu {row}.',
    unknown_partner: 'Nepoznata šifra partnera.',
    unknown_name: 'Nema aktivnog zapisa sa ovim nazivom.',
    ambiguous_name: 'Više zapisa ima ovaj naziv.',
    unknown_code: 'Nepoznata šifra: bez kolone Naziv proizvod se ne može dodati.',
    twin: 'Šifra već postoji, drugačije napisana: {code}.',
    needs: 'Novom zapisu nedostaje: {columns}.',
  },
  report: {
    too_many_rows: 'PDF može imati najviše {max, number} redova. Suzite filtere ili izvezite u Excel.',
  },
  pages: {
    not_for_role: 'Ovaj ekran nije za vašu ulogu',
    not_for_role_text: 'Prava uloga određuje direktor. Ako vam treba za posao, obratite se njemu.',
  },
  error: {
    forbidden_right:
      'Vašoj ulozi ovdje {verb, select, see {nije dat pregled} change {nisu date izmjene} import {nije dat uvoz} export {nije dat izvoz} send {nije dato slanje} other {nije dato upravljanje}}. Prava dodjeljuje direktor.',
    beyond_own_rights:
      'Ne možete dati ni oduzeti prava koja sami nemate, niti mijenjati nekoga ko ih ima više.',
  },
  validation: {
    unlimited_role: 'Direktor uvijek smije sve: njegova prava se ne mijenjaju.',
    right_without_see: 'Ko nešto radi u nekoj oblasti, mora je i vidjeti.',
    last_admin: 'Posljednji aktivni direktor ostaje direktor i ostaje aktivan.',
  },
} as const
