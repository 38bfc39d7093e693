-- What an office may keep of a partner beside: all of it optional. By what somebody may ask for a partner it is filtered
-- as it sounds, so that it has a folded twin: folding twenty thousand at every key took a fifth of a second.
ALTER TABLE partners
  ADD partner_number text,
  ADD superior_partner_id integer CONSTRAINT partners_superior_partner_missing REFERENCES partners,
  ADD partner_type_id integer CONSTRAINT partners_partner_type_missing REFERENCES partner_types,
  ADD sifdob text,
  ADD code text,
  ADD pib text,
  ADD pdv text,
  ADD account_number text,
  ADD post_code text,
  ADD country_id integer CONSTRAINT partners_country_missing REFERENCES countries,
  ADD email text,
  ADD authorised_person text,
  ADD contact_person text,
  ADD ordered_by_person text,
  ADD pin text,
  ADD partner_number_folded text COLLATE "C" GENERATED ALWAYS AS (fold(partner_number)) STORED,
  ADD pib_folded text COLLATE "C" GENERATED ALWAYS AS (fold(pib)) STORED,
  ADD email_folded text COLLATE "C" GENERATED ALWAYS AS (fold(email)) STORED;
CALL keep_history('partners');

-- Few partners have one: those without are in none of these, so that imports of thousands write nothing into them.
CREATE INDEX partners_superior ON partners (superior_partner_id) WHERE superior_partner_id IS NOT NULL;
CREATE INDEX partners_type ON partners (partner_type_id) WHERE partner_type_id IS NOT NULL;
CREATE INDEX partners_country ON partners (country_id) WHERE country_id IS NOT NULL;

CALL refer_to_active('partners', 'country_id', 'countries');
CALL keep_while_used('countries', 'partners', 'SELECT id, name FROM partners WHERE country_id = NEW.id AND is_active');
CALL refer_to_active('partners', 'partner_type_id', 'partner_types');
CALL keep_while_used('partner_types', 'partners',
  'SELECT id, name FROM partners WHERE partner_type_id = NEW.id AND is_active');
-- An office may part with the head of a house and keep its branches: only who is chosen anew has to be active.
CALL refer_to_active('partners', 'superior_partner_id', 'partners', 'false');

-- Nobody is above oneself, by however many steps. Two who are put under one another at once wait for one another here.
CREATE FUNCTION partners_superior_circle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('superior partners'));
  IF EXISTS (WITH RECURSIVE above(id) AS (
      SELECT NEW.superior_partner_id
      UNION SELECT superior_partner_id FROM partners JOIN above USING (id) WHERE superior_partner_id IS NOT NULL
    ) SELECT FROM above WHERE id = NEW.id)
  THEN PERFORM break_rule('partners_superior_circle'); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER partners_superior_circle_new AFTER INSERT ON partners FOR EACH ROW
  WHEN (NEW.superior_partner_id IS NOT NULL) EXECUTE FUNCTION partners_superior_circle();
CREATE TRIGGER partners_superior_circle AFTER UPDATE ON partners FOR EACH ROW
  WHEN (NEW.superior_partner_id IS NOT NULL AND NEW.superior_partner_id IS DISTINCT FROM OLD.superior_partner_id)
  EXECUTE FUNCTION partners_superior_circle();
