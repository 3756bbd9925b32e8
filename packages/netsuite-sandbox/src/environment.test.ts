import { describe, expect, test } from 'vitest';
import { readAccount } from './environment.ts';

describe('the environment', () => {
  test('sets options and leaves the others at their defaults', () => {
    expect(readAccount({ SANDBOX_DATA: '' })).toMatchObject({
      data: { generate: { orders: 2000, customers: 120, seed: 1 } },
    });
    expect(readAccount({ SANDBOX_DATA: '../data', SANDBOX_CONCURRENCY: '15' })).toMatchObject({
      data: { folder: '../data' },
      limits: { concurrency: 15 },
    });
  });

  test('is refused with a line for each variable that is wrong', () => {
    const wrong = { SANDBOX_SEED: 'x', SANDBOX_ORDERS: '-1' };
    expect(() => readAccount(wrong)).toThrow(
      /^SANDBOX_ORDERS must be a whole number, not "-1"\.\nSANDBOX_SEED must be a whole number, not "x"\.$/,
    );
  });
});
