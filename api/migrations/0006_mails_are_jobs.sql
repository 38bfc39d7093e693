-- Mails are jobs of pg-boss now, in the schema pgboss.
DROP TABLE mails;
