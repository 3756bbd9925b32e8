import { randomUUID } from 'node:crypto';
import { createSandboxControl, type SandboxControl } from '@portal/netsuite-sandbox/control-client';
import { createSandboxCredentials } from '@portal/netsuite-sandbox/credentials';
import { type SandboxOptions, startSandbox } from '@portal/netsuite-sandbox/start-sandbox';
import pg from 'pg';
import { inject } from 'vitest';
import type { TokenBasedCredentials } from '../client/credentials.ts';
import { createNetsuiteClient, type NetsuiteClient, type NetsuiteClientOptions } from '../client/netsuite-client.ts';

export interface ConnectedSandbox {
  readonly url: string;
  readonly control: SandboxControl;
  /** The other way to sign in. */
  readonly tba: TokenBasedCredentials;
  /** A client of the sandbox's account, quick to try again. */
  connect(options?: Partial<NetsuiteClientOptions>): NetsuiteClient;
  stop(): Promise<void>;
}

/** A sandbox in a database of its own on the run's PostgreSQL. */
export async function startConnectedSandbox(options: Partial<SandboxOptions> = {}): Promise<ConnectedSandbox> {
  const name = `netsuite_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name}`);
  const databaseUrl = new URL(inject('databaseUrl'));
  databaseUrl.pathname = `/${name}`;
  const { sandbox: known, client: own } = createSandboxCredentials();
  const sandbox = await startSandbox({ databaseUrl: databaseUrl.href, credentials: [known], ...options });
  return {
    url: sandbox.url,
    control: createSandboxControl(sandbox.controlUrl),
    tba: { ...own.tba, type: 'tba' },
    connect: (clientOptions = {}) =>
      createNetsuiteClient({
        accountId: '1234567_SB1',
        baseUrl: sandbox.url,
        credentials: { ...own, type: 'oauth2' },
        retry: { firstDelay: 5, longestDelay: 50 },
        ...clientOptions,
      }),
    stop: async () => {
      await sandbox.close();
      await onServer(`drop database ${name} with (force)`);
    },
  };
}

/** A client that counts the rows for which NetSuite computes names: BUILTIN.DF runs for each (suiteql-facts, section 1). */
export function countComputedNames(client: NetsuiteClient) {
  let count = 0;
  const suiteql: NetsuiteClient['suiteql'] = async (query, call) => {
    const isComputed = query.q.includes('BUILTIN.DF');
    if (isComputed) count += (await client.suiteql({ q: query.q.replace('DISTINCT ', '') }, call)).items.length;
    return client.suiteql(query, call);
  };
  return { client: { ...client, suiteql }, computed: () => count };
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
