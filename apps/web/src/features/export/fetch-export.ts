import type { ExportFormat } from '@portal/contract/listing';
import type { ShownView } from '#components/data-table/page-request.ts';
import { addressOf, request } from '#lib/api.ts';
import { countWorkbookRows, createCsvCounter } from './count-workbook-rows.ts';

/** Progress so far. `rows` is only known for CSV: a workbook is compressed. */
export interface ExportProgress {
  bytes: number;
  rows: number | undefined;
  rowCount: number;
}

export interface ExportedFile {
  blob: Blob;
  /** File name from the server. */
  name: string;
  rowCount: number;
}

/** The export is incomplete: bytes are missing, or it has fewer rows than announced. */
export class CutExport extends Error {}

interface ExportOptions {
  signal: AbortSignal;
  onProgress: (progress: ExportProgress) => void;
  /** All bytes have been received and the rows are being counted. */
  onCheck: (progress: ExportProgress) => void;
}

const calls = { orders: 'GET /netsuite-sales-orders/export', customers: 'GET /netsuite-customers/export' } as const;

/**
 * Downloads a list as a file and counts its rows. Rejects a file with fewer rows than the server announced.
 * @throws {ApiError} as `api` does
 * @throws {CutExport}
 */
export async function fetchExport(
  kind: Exported,
  format: ExportFormat,
  view: ShownView,
  { signal, onProgress, onCheck }: ExportOptions,
): Promise<ExportedFile> {
  const { method, url } = addressOf(calls[kind], undefined, { format, ...view, columns: view.columns.join(',') });
  const response = await request(url, { method, signal });

  const rowCount = Number(response.headers.get('x-row-count') ?? Number.NaN);
  const counter = format === 'csv' ? createCsvCounter() : undefined;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const progress: ExportProgress = { bytes: 0, rows: counter === undefined ? undefined : 0, rowCount };
  try {
    for await (const chunk of chunksOf(response)) {
      chunks.push(chunk);
      counter?.add(chunk);
      progress.bytes += chunk.length;
      if (counter !== undefined) progress.rows = Math.max(0, counter.records() - 1);
      onProgress({ ...progress });
    }
  } catch (error) {
    if (signal.aborted) throw error;
    throw new CutExport();
  }

  onCheck({ ...progress });
  const blob = new Blob(chunks, { type: response.headers.get('content-type') ?? '' });
  // The first row is the header.
  const rows = counter === undefined ? await countWorkbookRows(blob) : counter.records() - 1;
  if (rows !== rowCount || counter?.endsWithinRecord()) throw new CutExport();
  return { blob, name: nameOf(response) ?? `${kind}.${format}`, rowCount };
}

/** Async iteration over a response body is not supported by every browser. */
async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

function nameOf(response: Response): string | undefined {
  return /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
}

/** Lists that can be exported. */
export type Exported = 'orders' | 'customers';
