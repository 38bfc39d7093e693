// `npm run test:exhaustive`: the generated tests with every invalid value on every field of every route.
process.env.KONTOR_TEST_EXHAUSTIVE = '1'
if (process.argv.length === 2) process.argv.push('--project', 'api', '--project', 'api-alone', 'api/test/')
require('./test.cjs')
