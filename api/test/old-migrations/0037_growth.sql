-- What a folded text holds, in the first letters of each place of each of its words: a word that is contained anywhere is
-- the beginning of one of these, however short it is and whatever it is made of. Of a word that goes on after six
-- letters the next ones begin at other places. dj is d, for people type both. api/src/kit/list/parts.ts asks; a test
-- holds the two together. It is dear beside a look at the text, so it is asked for only where an index holds it.
CREATE FUNCTION word_parts(value text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100 AS $$
  SELECT coalesce(array_to_tsvector(array_agg(left(replace(substr(word, place, 12), 'dj', 'd'), 6))), '')
  FROM unnest(string_to_array(value, ' ')) AS word, generate_series(1, length(word)) AS place
$$;
-- Trigrams know no word of one or two letters, and nearly every code has most of those of another.
CREATE INDEX products_parts ON products
  USING gin (word_parts(erp_code_folded), word_parts(name_folded), word_parts(description_folded));
