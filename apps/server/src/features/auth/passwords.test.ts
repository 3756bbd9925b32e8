import { expect, test } from 'vitest';
import { requestWorkload, runAs } from '../../platform/workload.ts';
import { hashPassword, isPassword } from './passwords.ts';

test('many passwords of one user do not delay those of others', async () => {
  const hash = await hashPassword('a password for this test');
  const checked: string[] = [];
  const check = (network: string) =>
    runAs(requestWorkload(network), () => isPassword(hash, 'another')).then(() => checked.push(network));
  const many = Array.from({ length: 40 }, () => check('192.0.2.1'));
  await Promise.all([...many, check('192.0.2.2')]);
  expect(checked.indexOf('192.0.2.2')).toBeLessThan(20);
});
