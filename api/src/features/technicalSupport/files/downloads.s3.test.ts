// Runs the tests of downloads with the files in a bucket.
process.env.KONTOR_TEST_FILES = 's3'
await import('./downloads.test.ts')
