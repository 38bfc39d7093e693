import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

test('an IPv4 address is one network in every notation', () => {
  for (const written of [
    '203.0.113.7',
    '::ffff:203.0.113.7',
    '::ffff:cb00:7107',
    '0:0:0:0:0:FFFF:203.0.113.7',
  ]) {
    expect(networkOf(written), written).toBe('203.0.113.7')
  }
  expect(networkOf('203.0.113.8')).not.toBe(networkOf('203.0.113.7'))
})

test('the first 64 bits of IPv6 count', () => {
  for (const written of [
    '2001:db8:1:2::1',
    '2001:db8:1:2:ffff:ffff:ffff:ffff',
    '2001:0DB8:0001:0002::',
    '2001:db8:1:2::1%eth0',
  ]) {
    expect(networkOf(written), written).toBe('2001:db8:1:2::/64')
  }
  expect(networkOf('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64')
})

test('an invalid address is returned unchanged', () => {
  for (const written of ['', 'unknown', '1.2.3.4.5']) expect(networkOf(written)).toBe(written)
})
