import { beginSignIn, endSession, finishSignIn } from '@portal/contract/auth';
import { listOrders, syncOrders } from '@portal/contract/orders';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { toProblems, toSentence } from './input-problems.ts';

function sentences(schema: z.ZodType, input: unknown): string[] {
  const { error } = schema.safeParse(input);
  return toProblems(error?.issues ?? [], 'body').map(toSentence);
}

describe('describes invalid input in plain sentences', () => {
  test.each([
    [listOrders.query, { page: 'abc' }, ['page must be a number.']],
    [listOrders.query, { page: '0' }, ['page must be at least 1.']],
    [listOrders.query, { page: '1.5' }, ['page must be a whole number.']],
    [listOrders.query, { limit: '101' }, ['limit must be at most 100.']],
    [listOrders.query, { page: '1e20' }, ['page must be at most 100000000.']],
    [listOrders.query, { limit: '-1e20' }, ['limit must be at least 1.']],
    [listOrders.query, { sortOrder: 'up' }, ['sortOrder must be one of ASC, DESC.']],
    [listOrders.query, { search: 'x'.repeat(201) }, ['search must be at most 200 characters long.']],
    [syncOrders.query, { startDate: '2024-13-01' }, ['startDate must be a day, YYYY-MM-DD.']],
    [endSession.params, { id: 'x' }, ['id must be an id of the portal.']],
    [finishSignIn.body, {}, ['email is required.', 'otp is required.']],
    [beginSignIn.body, { email: 'no', password: 'p' }, ['email must be an email address.']],
    [beginSignIn.body, [], ['body must be an object.']],
  ] as const)('%#', (schema, input, expected) => {
    expect(sentences(schema, input)).toEqual(expected);
  });
});
