import { roles } from '@portal/contract/permissions';
import { array, assert, constantFrom, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { deriveRole } from './role.ts';

test('the first of the five roles among the groups wins, regardless of their order and of other groups', () => {
  assert(
    property(array(constantFrom(...roles)), array(string()), (held, others) => {
      const expected = roles.find((role) => held.includes(role) || others.includes(role)) ?? 'member';
      expect(deriveRole([...others, ...held])).toBe(expected);
      expect(deriveRole([...held, ...others].reverse())).toBe(expected);
    }),
  );
});

test('a user without groups is a member', () => {
  expect(deriveRole([])).toBe('member');
  expect(deriveRole(['administrators'])).toBe('member');
});
