-- Mails wait as jobs of pg-boss, in its own schema.
DROP TABLE mails;
