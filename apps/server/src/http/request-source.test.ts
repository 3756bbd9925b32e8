import { expect, test } from 'vitest';
import { clientNetwork, isPrivate } from './request-source.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['1:2:3::', '1:2:3:0::/64'],
])('%s counts as %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});

test.each(['127.0.0.1', '::1', '::ffff:10.0.0.7', '172.31.0.1', '192.168.1.1', '169.254.1.1', '100.64.0.1', 'fd00::1'])(
  '%s is private',
  (address) => expect(isPrivate(address)).toBe(true),
);

test.each(['203.0.113.9', '172.32.0.1', '2001:db8::1', '::ffff:203.0.113.9', 'unknown', ''])('%s is not', (address) =>
  expect(isPrivate(address)).toBe(false),
);
