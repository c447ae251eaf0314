import { expect, test } from 'vitest'
import { networkOf, wideNetworkOf } from './network.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:DB8:0001:0002::', '2001:db8:1:2::/64'],
  // A gap may replace a single group; the groups after it still belong to the network.
  ['::2:3:4:5:6:7:8', '0:2:3:4::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::/64', '2001:db8:1::/48'],
  ['203.0.113.9', null],
  ['', null],
])('maps %s to its wide network: %s', (network, wide) => {
  expect(wideNetworkOf(network)).toBe(wide)
})
