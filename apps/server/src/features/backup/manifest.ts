import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Names within the folder of a backup. */
export const manifestFile = 'manifest.json';
export const tablesFolder = 'tables';
export const filesFolder = 'files';
export const keysFolder = 'keys';

/** Name of a table's file: `public.users.jsonl.gz`. */
export const tableFile = (folder: string, table: string) => join(folder, tablesFolder, `${table}.jsonl.gz`);

const manifest = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  schema: z.object({ migrations: z.array(z.string()), queue: z.number().nullable() }),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.object({ name: z.string(), type: z.string() })),
      rows: z.number(),
      sha256: z.string(),
    }),
  ),
  /** Last values; null for sequences that were never used. */
  sequences: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
  /** Ids of attachments whose files the storage did not have intact. */
  lost: z.array(z.string()),
  /** Ids of attachments that were deleted while the backup was made. */
  deleted: z.array(z.string()),
});

/** Content of a backup, except for its files and keys. */
export type Manifest = z.infer<typeof manifest>;

/** Reads the manifest of a backup; throws an Error with the reason if the folder is not a complete backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  let text: string;
  try {
    text = await readFile(join(folder, manifestFile), 'utf8');
  } catch (error) {
    throw new Error(`${folder} is not a complete backup: it has no ${manifestFile}.`, { cause: error });
  }
  return manifest.parse(JSON.parse(text));
}
