export const cnr = {
  portal: {
    back: 'Nazad',
    unread: '{count, plural, one {# nepročitano} few {# nepročitana} other {# nepročitanih}}',
    no_network: 'Nema mreže',
    no_network_text: 'Ovo još nije učitano na ovom uređaju. Pokušajte kad se veza vrati.',
    clear_search: 'Obriši pretragu',
    more: 'Prikaži još',
    as_seen: 'Bez mreže: kako je bilo {day} u {time}',
    failed: 'Nije učitano',
    gone: 'Ovoga više nema',
    gone_text: 'Kancelarija je ovo povukla ili vam nije namijenjeno.',
  },
} as const
