// `npm run test:exhaustive`: the attacks made from the contract, every kind on every field of every call.
process.env.KONTOR_TEST_EXHAUSTIVE = '1'
if (process.argv.length === 2) process.argv.push('--project', 'api', '--project', 'api-alone', 'api/test/')
require('./test.cjs')
