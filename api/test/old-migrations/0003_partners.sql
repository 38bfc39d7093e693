-- The id is the customer's number in the office's own books and is typed by hand.
-- A figure may be a percentage: the number is kept beside the flag, so that it sorts and comes back as typed.
CREATE TABLE partners (
  id integer CONSTRAINT partners_id_taken PRIMARY KEY CHECK (id > 0),
  name text COLLATE kontor NOT NULL,
  name_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED,
  city_id integer CONSTRAINT partners_city_missing REFERENCES cities,
  phone text,
  haynes_pro_username text,
  debt numeric(13,3) NOT NULL DEFAULT 0 CHECK (debt >= 0),
  debt_percent boolean NOT NULL DEFAULT false,
  money_circulation numeric(13,3) NOT NULL DEFAULT 0 CHECK (money_circulation >= 0),
  money_circulation_percent boolean NOT NULL DEFAULT false,
  annual_plan numeric(13,3) NOT NULL DEFAULT 0 CHECK (annual_plan >= 0),
  annual_plan_percent boolean NOT NULL DEFAULT false,
  payment numeric(13,3) NOT NULL DEFAULT 0 CHECK (payment >= 0),
  payment_percent boolean NOT NULL DEFAULT false,
  bonus numeric(13,3) NOT NULL DEFAULT 0 CHECK (bonus >= 0),
  bonus_percent boolean NOT NULL DEFAULT false,
  tool_cash numeric(13,3) NOT NULL DEFAULT 0 CHECK (tool_cash >= 0),
  tool_cash_percent boolean NOT NULL DEFAULT false,
  debit_limit numeric(13,3) NOT NULL DEFAULT 0 CHECK (debit_limit >= 0),
  debit_limit_percent boolean NOT NULL DEFAULT false,
  out_of_currency numeric(13,3) NOT NULL DEFAULT 0 CHECK (out_of_currency >= 0),
  out_of_currency_percent boolean NOT NULL DEFAULT false,
  payment_tires numeric(13,3) NOT NULL DEFAULT 0 CHECK (payment_tires >= 0),
  payment_tires_percent boolean NOT NULL DEFAULT false,
  bonus_tires numeric(13,3) NOT NULL DEFAULT 0 CHECK (bonus_tires >= 0),
  bonus_tires_percent boolean NOT NULL DEFAULT false,
  tool_cash_tires numeric(13,3) NOT NULL DEFAULT 0 CHECK (tool_cash_tires >= 0),
  tool_cash_tires_percent boolean NOT NULL DEFAULT false,
  annual_plan_tires numeric(13,3) NOT NULL DEFAULT 0 CHECK (annual_plan_tires >= 0),
  annual_plan_tires_percent boolean NOT NULL DEFAULT false,
  money_circulation_tires numeric(13,3) NOT NULL DEFAULT 0 CHECK (money_circulation_tires >= 0),
  money_circulation_tires_percent boolean NOT NULL DEFAULT false,
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CALL keep_record('partners');
CREATE INDEX partners_city ON partners (city_id);
CREATE INDEX partners_by_name ON partners (name, id);
CREATE INDEX partners_search ON partners USING gin (name_folded gin_trgm_ops);

CREATE TABLE partner_categories (
  partner_id integer NOT NULL REFERENCES partners ON DELETE CASCADE,
  category_id integer NOT NULL CONSTRAINT partner_categories_category_missing REFERENCES categories,
  PRIMARY KEY (partner_id, category_id)
);
CREATE INDEX partner_categories_category ON partner_categories (category_id);
CALL count_changes('partner_categories');
