import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type SandboxCredentials, sandboxCredentials } from './credentials.ts';
import type { SettingsChange } from './settings.ts';
import { type DataSource, defaultData, type SandboxOptions } from './start-sandbox.ts';

type Environment = Record<string, string | undefined>;

const wholeNumber = (preset: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error: ({ input }) => `must be a whole number, not "${input}".` })
    .transform(Number)
    .default(preset);
const { generate } = defaultData;
const dataVariables = z.object({
  SANDBOX_DATA: z.string().optional(),
  SANDBOX_ORDERS: wholeNumber(generate.orders),
  SANDBOX_CUSTOMERS: wholeNumber(generate.customers),
  SANDBOX_SEED: wholeNumber(generate.seed),
});
const limitVariables = z.object({
  SANDBOX_CONCURRENCY: wholeNumber(5),
  SANDBOX_LATENCY_MS: wholeNumber(0),
  SANDBOX_TIME_ZONE: z.string().optional(),
});
const ownVariables = z.object({
  SANDBOX_DATABASE_URL: z.string('is missing.'),
  SANDBOX_CREDENTIALS_FILE: z.string('is missing.').transform(readCredentials),
  SANDBOX_PORT: wholeNumber(4010),
  SANDBOX_HOST: z.string().optional(),
  SANDBOX_SCHEMA: z.string().optional(),
  SANDBOX_ACCOUNT_ID: z.string().optional(),
});

/** Reads the sandbox's options from environment variables; throws one line for each that is wrong. */
export function readEnvironment(environment: Environment): SandboxOptions {
  const variables = read(ownVariables.extend(dataVariables.shape).extend(limitVariables.shape), environment);
  return {
    databaseUrl: variables.SANDBOX_DATABASE_URL,
    credentials: variables.SANDBOX_CREDENTIALS_FILE,
    port: variables.SANDBOX_PORT,
    host: variables.SANDBOX_HOST,
    schema: variables.SANDBOX_SCHEMA,
    accountId: variables.SANDBOX_ACCOUNT_ID,
    limits: readLimits(environment),
    data: readData(environment),
  };
}

/** Which records the sandbox holds: a folder's, or generated ones. Throws one line for each variable at fault. */
export function readData(environment: Environment): DataSource {
  const { SANDBOX_DATA, SANDBOX_ORDERS, SANDBOX_CUSTOMERS, SANDBOX_SEED } = read(dataVariables, environment);
  if (SANDBOX_DATA !== undefined) return { folder: SANDBOX_DATA };
  return { generate: { orders: SANDBOX_ORDERS, customers: SANDBOX_CUSTOMERS, seed: SANDBOX_SEED } };
}

/** How slow and how busy the sandbox is to be, likewise. */
export function readLimits(environment: Environment): SettingsChange {
  const { SANDBOX_CONCURRENCY, SANDBOX_LATENCY_MS, SANDBOX_TIME_ZONE } = read(limitVariables, environment);
  const latency = { minimum: SANDBOX_LATENCY_MS, maximum: SANDBOX_LATENCY_MS };
  return {
    concurrency: SANDBOX_CONCURRENCY,
    latency: { record: latency, query: latency, system: latency },
    timeZone: SANDBOX_TIME_ZONE,
  };
}

/** Parses variables; an empty one counts as not set. */
function read<Schema extends z.ZodType>(schema: Schema, environment: Environment): z.output<Schema> {
  const result = schema.safeParse(Object.fromEntries(Object.entries(environment).filter(([, value]) => value)));
  if (result.success) return result.data;
  throw new Error(result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('\n'));
}

/** A JSON file with a list of what `createSandboxCredentials` gives for the sandbox, or one of it. */
function readCredentials(file: string, context: z.RefinementCtx): SandboxCredentials[] {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return z
      .array(sandboxCredentials)
      .min(1)
      .parse(Array.isArray(content) ? content : [content]);
  } catch (error) {
    const message = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    context.addIssue({ code: 'custom', message: `cannot be used: ${message}` });
    return z.NEVER;
  }
}
