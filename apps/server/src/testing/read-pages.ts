import type { EndpointDefinition } from '@portal/contract/endpoint';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { CallInput } from './client.ts';

/**
 * Reads a list page by page and returns the ids of each page, in its order.
 * @param idName name of the field with the id of a row
 * @param onFirstPage is called with the first page's ids before the second is read
 */
export async function readPages(
  app: TestApp,
  endpoint: EndpointDefinition,
  input: CallInput<EndpointDefinition>,
  idName: string,
  onFirstPage: (ids: readonly string[]) => Promise<void> = async () => undefined,
): Promise<string[][]> {
  const pages: string[][] = [];
  for (let after: string | undefined; ; ) {
    const { status, body } = await app.call<EndpointDefinition>(endpoint, { ...input, query: { after } });
    expect(status).toBe(200);
    const rows: Record<string, string>[] = body.data ?? body;
    const ids = rows.map((row) => row[idName] ?? '');
    if (after === undefined) await onFirstPage(ids);
    if (ids.length === 0) return pages;
    pages.push(ids);
    after = ids.toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1)).at(-1);
  }
}
