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
const accountVariables = z.object({
  SANDBOX_DATA: z.string().optional(),
  SANDBOX_ORDERS: wholeNumber(generate.orders),
  SANDBOX_CUSTOMERS: wholeNumber(generate.customers),
  SANDBOX_SEED: wholeNumber(generate.seed),
  SANDBOX_CONCURRENCY: wholeNumber(5),
  SANDBOX_LATENCY_MS: wholeNumber(0),
  SANDBOX_TIME_ZONE: z.string().optional(),
});
const allVariables = z.object({
  SANDBOX_DATABASE_URL: z.string('is missing.'),
  SANDBOX_CREDENTIALS_FILE: z.string('is missing.').transform(readCredentials),
  SANDBOX_PORT: wholeNumber(4010),
  SANDBOX_HOST: z.string().optional(),
  SANDBOX_SCHEMA: z.string().optional(),
  SANDBOX_ACCOUNT_ID: z.string().optional(),
  ...accountVariables.shape,
});

/** Reads the sandbox's options from environment variables; throws one line for each that is wrong. */
export function readEnvironment(environment: Environment): SandboxOptions {
  const variables = read(allVariables, environment);
  return {
    databaseUrl: variables.SANDBOX_DATABASE_URL,
    credentials: variables.SANDBOX_CREDENTIALS_FILE,
    port: variables.SANDBOX_PORT,
    host: variables.SANDBOX_HOST,
    schema: variables.SANDBOX_SCHEMA,
    accountId: variables.SANDBOX_ACCOUNT_ID,
    ...toAccount(variables),
  };
}

/** Which records the sandbox holds (a folder's, or generated ones), and how slow and busy it is to be; throws likewise. */
export function readAccount(environment: Environment): { data: DataSource; limits: SettingsChange } {
  return toAccount(read(accountVariables, environment));
}

function toAccount(variables: z.output<typeof accountVariables>): { data: DataSource; limits: SettingsChange } {
  const { SANDBOX_DATA: folder, SANDBOX_ORDERS: orders, SANDBOX_CUSTOMERS: customers, SANDBOX_SEED: seed } = variables;
  const latency = { minimum: variables.SANDBOX_LATENCY_MS, maximum: variables.SANDBOX_LATENCY_MS };
  return {
    data: folder === undefined ? { generate: { orders, customers, seed } } : { folder },
    limits: {
      concurrency: variables.SANDBOX_CONCURRENCY,
      latency: { record: latency, query: latency, system: latency },
      timeZone: variables.SANDBOX_TIME_ZONE,
    },
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
