import { z } from 'zod';
import type { SettingsChange } from './settings.ts';
import { type DataSource, defaultData } from './start-sandbox.ts';

const wholeNumber = (preset: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error: ({ input }) => `must be a whole number, not "${input}".` })
    .transform(Number)
    .default(preset);
const { generate } = defaultData;
const variables = z.object({
  SANDBOX_DATA: z.string().optional(),
  SANDBOX_ORDERS: wholeNumber(generate.orders),
  SANDBOX_CUSTOMERS: wholeNumber(generate.customers),
  SANDBOX_SEED: wholeNumber(generate.seed),
  SANDBOX_CONCURRENCY: wholeNumber(5),
  SANDBOX_LATENCY_MS: wholeNumber(0),
});

/**
 * Reads from environment variables which records the sandbox holds (a folder's, or generated ones), and how slow and busy
 * it is to be. An empty variable counts as not set. Throws one line for each that is wrong.
 */
export function readAccount(environment: Record<string, string | undefined>): {
  data: DataSource;
  limits: SettingsChange;
} {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const { data, error } = variables.safeParse(set);
  if (data === undefined)
    throw new Error(error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('\n'));
  const { SANDBOX_DATA: folder, SANDBOX_ORDERS: orders, SANDBOX_CUSTOMERS: customers, SANDBOX_SEED: seed } = data;
  const latency = { minimum: data.SANDBOX_LATENCY_MS, maximum: data.SANDBOX_LATENCY_MS };
  return {
    data: folder === undefined ? { generate: { orders, customers, seed } } : { folder },
    limits: { concurrency: data.SANDBOX_CONCURRENCY, latency: { record: latency, query: latency, system: latency } },
  };
}
