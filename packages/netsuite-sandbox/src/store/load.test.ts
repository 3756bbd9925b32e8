import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSandboxControl } from '../control-client.ts';
import { createSandboxCredentials } from '../credentials.ts';
import { type Sandbox, startSandbox } from '../start-sandbox.ts';
import { createDatabase, itemsOf, startTestSandbox } from '../testing/test-sandbox.ts';
import type { DataSource } from './load.ts';

const database = await createDatabase();
const folder = await mkdtemp(join(tmpdir(), 'sandbox-data-'));
const { sandbox: credentials } = createSandboxCredentials();
const start = (data: DataSource, databaseUrl = database.url) =>
  startSandbox({ databaseUrl, credentials: [credentials], data });

const order = {
  links: [
    { rel: 'self', href: 'https://1234567-sb1.suitetalk.api.netsuite.com/services/rest/record/v1/salesorder/10' },
  ],
  id: '10',
  tranId: 'SO10',
  memo: 'Straße "7" \\ é',
  tranDate: '2026-01-31',
  status: { id: 'Pending Fulfillment', refName: 'Pending Fulfillment' },
  shipAddress: 'Vins\r\n59 rue\r\nReims',
  // The lines are a cent short of the subtotal.
  subtotal: 10.01,
  total: 10.01,
  item: { links: [], items: [{ line: 1, quantity: 2, rate: 5, amount: 10 }] },
};

async function writeData(name: string, orders: string, customers = ''): Promise<string> {
  const path = join(folder, name);
  await mkdir(path, { recursive: true });
  await writeFile(join(path, 'salesOrder.ndjson'), orders);
  await writeFile(join(path, 'customer.ndjson'), customers);
  return path;
}

afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

describe('a folder of records', () => {
  let data: { folder: string };
  beforeAll(async () => {
    data = { folder: await writeData('good', `${JSON.stringify(order)}\n\n`, '{"id":"7","companyName":"Seven"}') };
  });

  test('is answered as it was loaded, with links to this server', async () => {
    const sandbox = await startTestSandbox({ data });
    try {
      const { body } = await sandbox.get('/services/rest/record/v1/salesOrder/10?expandSubResources=true');
      const links = [{ rel: 'self', href: `${sandbox.url}/services/rest/record/v1/salesorder/10` }];
      expect(body).toEqual({ ...order, links });
      const rows = await sandbox.query(`SELECT id, tranid, memo, status FROM transaction`);
      expect(itemsOf(rows)).toEqual([
        {
          links: [],
          id: '10',
          tranid: 'SO10',
          memo: order.memo,
          status: 'B',
        },
      ]);
      const lines = await sandbox.query(`SELECT foreignamount FROM transactionline WHERE mainline = 'F'`);
      expect(itemsOf(lines)).toEqual([{ links: [], foreignamount: '-10.01' }]);
      expect(itemsOf(await sandbox.query('SELECT companyname FROM customer'))).toEqual([
        { links: [], companyname: 'Seven' },
      ]);
    } finally {
      await sandbox.stop();
    }
  });

  test('is loaded anew only when it has changed', async () => {
    const loaded: boolean[] = [];
    const once = async () => {
      const sandbox = await start(data);
      loaded.push(sandbox.loaded);
      await sandbox.close();
    };
    await once();
    await once();
    await writeFile(join(data.folder, 'customer.ndjson'), '{"id":"8"}\n{"id":"9"}\n');
    await once();
    await once();
    expect(loaded).toEqual([true, false, true, false]);
  });

  test.each<[string, string, string]>([
    ['a line that is no JSON', `${JSON.stringify(order)}\n{"id": "11",}\n`, 'salesOrder.ndjson, line 2: not JSON'],
    ['a record without an id', '{"tranId":"SO1"}', 'salesOrder.ndjson, line 1: "id" must be a string of digits'],
    ['a field of the wrong kind', '{"id":"1","total":"5"}', 'salesOrder.ndjson, line 1: "total" must be a number'],
    ['a line that is no object', '[]', 'salesOrder.ndjson, line 1: a record body must be a JSON object'],
    ['a record that comes twice', '{"id":"1"}\n{"id":"1"}', 'A record appears twice'],
  ])('is refused for %s', async (_name, orders, message) => {
    const bad = await writeData('bad', orders);
    await expect(start({ folder: bad })).rejects.toThrow(message);
    await expect(start({ folder: bad })).rejects.toThrow(bad);
  });

  test('is refused when it or a file is not there', async () => {
    await expect(start({ folder: join(folder, 'nowhere') })).rejects.toThrow(
      `${join(folder, 'nowhere', 'salesOrder.ndjson')} cannot be read`,
    );
    const half = await writeData('half', '');
    await rm(join(half, 'customer.ndjson'));
    await expect(start({ folder: half })).rejects.toThrow(`${join(half, 'customer.ndjson')} cannot be read`);
  });
});

describe('a generated set', () => {
  const data = { generate: { orders: 30, customers: 4, seed: 1 } };

  test('is reused at the second start, with its changes', async () => {
    const first = await start(data);
    await createSandboxControl(first.controlUrl).putRecord('customer', '4711', { companyName: 'New' });
    await first.close();
    const second = await start(data);
    expect([first.loaded, second.loaded]).toEqual([true, false]);
    const read = (sandbox: Sandbox) => createSandboxControl(sandbox.controlUrl).getRecord('customer', '4711');
    expect(await read(second)).toMatchObject({ companyName: 'New' });
    await second.close();
    const other = await start({ generate: { ...data.generate, seed: 2 } });
    expect(other.loaded).toBe(true);
    await expect(read(other)).rejects.toThrow('There is no customer 4711.');
    await other.close();
  });

  test('is loaded once when two start at the same time', async () => {
    const empty = await createDatabase();
    const sandboxes = await Promise.all([start(data, empty.url), start(data, empty.url)]);
    expect(sandboxes.map(({ loaded }) => loaded).sort()).toEqual([false, true]);
    await Promise.all(sandboxes.map((sandbox) => sandbox.close()));
    await empty.drop();
  });
});

test('a schema that is not a sandbox is left alone', async () => {
  const foreign = await createDatabase();
  const client = new pg.Client({ connectionString: foreign.url });
  await client.connect();
  await client.query('CREATE SCHEMA netsuite_sandbox; CREATE TABLE netsuite_sandbox.things (id int)');
  await expect(start({ generate: { orders: 1, customers: 1, seed: 1 } }, foreign.url)).rejects.toThrow(
    'is not a NetSuite sandbox',
  );
  expect((await client.query('SELECT * FROM netsuite_sandbox.things')).rows).toEqual([]);
  await client.end();
  await foreign.drop();
});
