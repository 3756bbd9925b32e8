import { endpoints } from '@portal/contract/api';
import type { EndpointDefinition } from '@portal/contract/endpoint';
import { afterAll, expect, test } from 'vitest';
import { type Caller, callerKinds, createCaller } from './testing/access/callers.ts';
import { createMarkedWorld, marksIn } from './testing/access/marked-world.ts';
import { matrixCases } from './testing/access/matrix-cases.ts';
import { startTestApp } from './testing/app.ts';
import { type CallInput, checkAnswer } from './testing/client.ts';
import { addressHeader, freshAddress } from './testing/sign-in.ts';

const app = await startTestApp({ config: { trustProxy: 1 } });
afterAll(app.close);
const world = await createMarkedWorld(app);

type Input = CallInput<EndpointDefinition> & { file?: string };

/** Sends one request; returns its status, and the marks that the response reveals. */
async function look(endpoint: EndpointDefinition, caller: Caller, made: Input): Promise<string> {
  const { body: given, ...input } = made;
  const json = endpoint.body === undefined ? undefined : given;
  const params: Record<string, unknown> = { ...input.params };
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
  const asked = Object.entries({ ...input.query }).map(([key, value]) => [key, String(value)]);
  const query = new URLSearchParams(Object.fromEntries(asked));
  const response = await app.fetch(`/api${path}?${query}`, {
    method: endpoint.method,
    headers: {
      ...addressHeader(freshAddress()),
      ...(caller.token === undefined ? {} : { authorization: `Bearer ${caller.token}` }),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    ...(input.file === undefined ? {} : { body: formOf(input.file) }),
  });
  if (endpoint.binary !== undefined && response.ok) {
    const isList = response.headers.get('content-type')?.startsWith('text/csv') ?? false;
    const shown = marksIn(isList ? await response.text() : await response.body?.cancel());
    return [response.status, ...shown].join(' ');
  }
  const body: unknown = await response.json();
  checkAnswer(endpoint, response.status, body);
  const { outcome } = { outcome: '', ...(body as { results?: { outcome: string }[] }).results?.[0] };
  return [response.status, outcome, ...marksIn(response.ok ? body : undefined)].filter((part) => part !== '').join(' ');
}

function formOf(file: string): FormData {
  const form = new FormData();
  form.append('file', new Blob([file]), 'file.txt');
  return form;
}

const rows: string[] = [];
const title = (...cells: string[]) => `| ${cells.join(' | ')} |`;

/**
 * Access matrix of the API: each endpoint by each kind of caller, for a subject of their own company, of a foreign one,
 * and for assigned orders. A change of rights shows in review as a change of this table.
 */
/** Reads come first, the log before all others, because later requests would add entries. */
const calls = Object.entries(endpoints).toSorted(([one, a], [other, b]) => place(one, a) - place(other, b));

function place(name: string, { method }: EndpointDefinition): number {
  if (name === 'listActivity') return 0;
  return method === 'GET' ? 1 : 2;
}

test.each(calls)('%s', async (name, endpoint: EndpointDefinition) => {
  for (const [key, make] of Object.entries(matrixCases[name as keyof typeof matrixCases])) {
    const cells: string[] = [];
    for (const kind of callerKinds) {
      const caller = await createCaller(app, kind);
      cells.push(await look(endpoint, caller, await make({ app, world, caller })));
    }
    rows.push(title(`${endpoint.method} ${endpoint.path}`, key, ...cells));
  }
});

test('matches the agreed matrix', async () => {
  const heading = ['call', 'about', ...callerKinds.map((kind) => kind.title)];
  const table = [title(...heading), title(...heading.map(() => '---')), ...rows].join('\n');
  await expect(`${introduction}${table}\n`).toMatchFileSnapshot('./access-matrix.md');
});

const introduction = `# Who may do what

Written by \`access-matrix.test.ts\` from the portal's own answers (\`vitest -u\` writes it anew). Each cell is the status
of a call and, where it succeeded, whose things its answer shows: of the caller's own company, a foreign one, a third one
whose order is assigned to the guest, the staff's, or what only administrators read (\`secret\`); order numbers, balances, requests for papers, billing and open amounts are named where they show. \`member of own\` is a
member who is linked to the own company. 502 and 503: allowed, but there is no NetSuite and no mail server in this test.

`;
