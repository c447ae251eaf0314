import { expect, test } from 'vitest'
import { nameDevice, nameSystem, networkOf, wideNetworkOf } from './origin.ts'

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

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15.0; rv:143.0) Gecko Firefox/143.0', 'Firefox on Mac'],
  [
    'Mozilla/5.0 (Linux; Android 15) SamsungBrowser/28.0 Chrome/130.0',
    'Samsung Internet on Android',
  ],
  ['curl/8.5.0', 'Unknown device'],
  ['', 'Unknown device'],
])('%s', (userAgent, name) => {
  expect(nameDevice(userAgent)).toBe(name)
})

test('names the device alone', () => {
  const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Safari/604.1'
  expect([nameSystem(iPhone), nameSystem(''), nameSystem('curl/8.5.0')]).toEqual([
    'iPhone',
    undefined,
    undefined,
  ])
})
