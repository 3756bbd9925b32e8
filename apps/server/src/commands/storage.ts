import { readVariables } from '../config.ts';
import { type CopyResult, copyFile, selectFiles } from '../features/attachments/stored-files.ts';
import { openStorage } from '../platform/open-storage.ts';
import { parseStorageUrl } from '../platform/storage.ts';
import { type Command, withDatabase } from './command.ts';

/** Copies the files of all attachments and verifies them; files that the new storage has are only verified. */
async function moveStorage(): Promise<number> {
  const target = parseStorageUrl(process.env.NEW_STORAGE_URL ?? '');
  if (target === undefined) throw new Error('NEW_STORAGE_URL is required, in the form of STORAGE_URL.');
  const from = await openStorage(readVariables(process.env, 'STORAGE_URL').STORAGE_URL);
  const to = await openStorage(target);
  const counts: Record<CopyResult, number> = { copied: 0, present: 0, missing: 0, damaged: 0 };
  await withDatabase(async ({ pool }) => {
    for (const file of await selectFiles(pool)) {
      const result = await copyFile(from, to, file);
      counts[result] += 1;
      if (result === 'missing' || result === 'damaged') console.log(`${result}: attachment ${file.id}`);
    }
  });
  const { copied, present, missing, damaged } = counts;
  console.log(`${copied} files copied, ${present} were there already, ${missing} missing, ${damaged} damaged.`);
  return missing + damaged === 0 ? 0 : 1;
}

/** Commands for the storage of attached files. */
export const storageCommands: Record<string, Command> = {
  'storage move': {
    summary: 'Copy all attached files from STORAGE_URL to NEW_STORAGE_URL and verify them; may be repeated',
    run: moveStorage,
  },
};
