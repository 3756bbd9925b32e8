import { Buffer } from 'node:buffer';
import type { EndpointDefinition } from '@portal/contract/endpoint';
import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import type { TestApp } from '../../../testing/app.ts';

export type ExportQueryText = Readonly<Record<string, string | number | undefined>>;

/** Requests an export and returns the streaming response. */
export function fetchExport(
  app: Pick<TestApp, 'fetch'>,
  endpoint: EndpointDefinition,
  token: string,
  query: ExportQueryText,
  init: RequestInit = {},
): Promise<Response> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)])));
  return app.fetch(`/api${endpoint.path}?${search}`, { ...init, headers: { authorization: `Bearer ${token}` } });
}

export type ReadFile = { header: unknown[]; rows: unknown[][] };

/** Parses a CSV file with an independent reader; all values are text. */
export async function readCsv(response: Response): Promise<ReadFile> {
  const [header = [], ...rows] = parseCsv(Buffer.from(await response.arrayBuffer()).toString('utf8'), {
    delimiter: ',',
  });
  return { header, rows };
}

/** Cells of the first sheet of a workbook, by type. */
export async function readWorkbook(response: Response): Promise<ReadFile & { sheets: string[] }> {
  const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()));
  const [header = [], ...rows] = sheets[0]?.rows ?? [];
  return { header, rows, sheets: sheets.map(({ name }) => name) };
}
