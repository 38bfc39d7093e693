-- Kontor writes some titles itself, in both languages: each device is sent that of the language it is used in.
ALTER TABLE pushes ADD title_en text;
UPDATE pushes SET title_en = CASE title
    WHEN 'Odgovor na vašu poruku' THEN 'Reply to your message'
    WHEN 'Poruka iz kancelarije' THEN 'Message from the office'
    ELSE 'You have a place at the seminar' END
  WHERE title IN ('Odgovor na vašu poruku', 'Poruka iz kancelarije', 'Dobili ste mjesto na seminaru')
    AND NOT EXISTS (SELECT FROM notifications WHERE push_id = pushes.id);
ALTER TABLE user_firebase_tokens ADD language text NOT NULL DEFAULT 'cnr' CHECK (language IN ('cnr', 'en'));
