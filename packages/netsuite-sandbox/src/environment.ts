import { readFileSync } from 'node:fs';
import type { SandboxCredentials } from './credentials.ts';
import type { SettingsChange } from './settings.ts';
import { type DataSource, defaultData, type SandboxOptions } from './start-sandbox.ts';

type Environment = Record<string, string | undefined>;

/** Reads the sandbox's options from environment variables; throws one line for each that is wrong. */
export function readEnvironment(environment: Environment): SandboxOptions {
  const faults: string[] = [];
  const read = <Value>(parse: () => Value): Value | undefined => {
    try {
      return parse();
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  };
  const databaseUrl = read(() => required(environment, 'SANDBOX_DATABASE_URL'));
  const credentials = read(() => readCredentials(required(environment, 'SANDBOX_CREDENTIALS_FILE')));
  const port = read(() => wholeNumber(environment, 'SANDBOX_PORT', 4010));
  const limits = read(() => readLimits(environment));
  const data = read(() => readData(environment));
  if (databaseUrl === undefined || credentials === undefined || faults.length > 0) throw new Error(faults.join('\n'));
  return {
    databaseUrl,
    credentials,
    ...defined('port', port),
    ...defined('limits', limits),
    ...defined('data', data),
    ...defined('host', environment.SANDBOX_HOST),
    ...defined('schema', environment.SANDBOX_SCHEMA),
    ...defined('accountId', environment.SANDBOX_ACCOUNT_ID),
  };
}

/** Which records the sandbox holds: a folder's, or generated ones. Throws one line naming the variable at fault. */
export function readData(environment: Environment): DataSource {
  if (environment.SANDBOX_DATA) return { folder: environment.SANDBOX_DATA };
  const { orders, customers, seed } = defaultData.generate;
  return {
    generate: {
      orders: wholeNumber(environment, 'SANDBOX_ORDERS', orders),
      customers: wholeNumber(environment, 'SANDBOX_CUSTOMERS', customers),
      seed: wholeNumber(environment, 'SANDBOX_SEED', seed),
    },
  };
}

/** How slow and how busy the sandbox is to be. Throws one line naming the variable at fault. */
export function readLimits(environment: Environment): SettingsChange {
  const milliseconds = wholeNumber(environment, 'SANDBOX_LATENCY_MS', 0);
  const latency = { minimum: milliseconds, maximum: milliseconds };
  return {
    concurrency: wholeNumber(environment, 'SANDBOX_CONCURRENCY', 5),
    latency: { record: latency, query: latency, system: latency },
    ...defined('timeZone', environment.SANDBOX_TIME_ZONE),
  };
}

/** A JSON file with a list of what `createSandboxCredentials` gives for the sandbox, or one of it. */
function readCredentials(file: string): SandboxCredentials[] {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(`SANDBOX_CREDENTIALS_FILE: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
  const list = Array.isArray(content) ? content : [content];
  if (list.length === 0 || !list.every(isCredentials)) {
    throw new Error(`SANDBOX_CREDENTIALS_FILE: ${file} must hold clientId, certificateId and publicKeyPem.`);
  }
  return list;
}

function isCredentials(value: unknown): value is SandboxCredentials {
  const { clientId, certificateId, publicKeyPem } = (value ?? {}) as Record<string, unknown>;
  return [clientId, certificateId, publicKeyPem].every((field) => typeof field === 'string' && field !== '');
}

function required(environment: Environment, name: string): string {
  const value = environment[name];
  if (!value) throw new Error(`${name} is missing.`);
  return value;
}

function wholeNumber(environment: Environment, name: string, preset: number): number {
  const value = environment[name];
  if (!value) return preset;
  if (!/^\d{1,9}$/.test(value)) throw new Error(`${name} must be a whole number, not "${value}".`);
  return Number(value);
}

function defined<Name extends string, Value>(name: Name, value: Value | undefined): { [Key in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: Value };
}
