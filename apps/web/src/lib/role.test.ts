import { roles } from '@portal/contract/permissions';
import { array, assert, constantFrom, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { deriveRole } from './role.ts';

test('the first of the five roles that the groups hold wins, whatever else they hold and in whatever order', () => {
  assert(
    property(array(constantFrom(...roles)), array(string()), (held, others) => {
      const expected = roles.find((role) => held.includes(role) || others.includes(role)) ?? 'member';
      expect(deriveRole([...others, ...held])).toBe(expected);
      expect(deriveRole([...held, ...others].reverse())).toBe(expected);
    }),
  );
});

test('nobody in particular is a member', () => {
  expect(deriveRole([])).toBe('member');
  expect(deriveRole(['administrators'])).toBe('member');
});
