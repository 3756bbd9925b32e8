import { readVariables } from '../config.ts';
import { backUp } from '../features/backup/back-up.ts';
import { keysFolder, readManifest } from '../features/backup/manifest.ts';
import { restore } from '../features/backup/restore.ts';
import { createJobQueue } from '../jobs/queue.ts';
import { systemClock } from '../platform/clock.ts';
import { createLogger } from '../platform/log.ts';
import { assertOwnVersion, migrate } from '../platform/migrate.ts';
import { openStorage } from '../platform/open-storage.ts';
import { type Command, type CommandInput, withDatabase } from './command.ts';

const keyNames = ['SERVER_KEY', 'NETSUITE_PRIVATE_KEY', 'NETSUITE_FEED_SECRET'] as const;

async function writeBackup({ arguments: [folder] }: CommandInput): Promise<number> {
  const target = requireFolder(folder);
  const keys = readVariables(process.env, ...keyNames);
  const storage = await openStorage(readVariables(process.env, 'STORAGE_URL').STORAGE_URL);
  const { rows, files, lost } = await withDatabase(async (database) => {
    // Another release's database could not be restored from the backup.
    await assertOwnVersion(database.db);
    return backUp({ database, storage, keys, clock: systemClock }, target);
  });
  console.log(`${target} has ${rows} rows, ${files} files and ${Object.keys(keys).length} keys.`);
  for (const id of lost)
    console.log(`LOST: the storage does not have the file of attachment ${id} as it was uploaded.`);
  return lost.length === 0 ? 0 : 1;
}

async function readBackup({ arguments: [folder] }: CommandInput): Promise<number> {
  const source = requireFolder(folder);
  const manifest = await readManifest(source);
  const { STORAGE_URL, DATABASE_URL: url } = readVariables(process.env, 'STORAGE_URL', 'DATABASE_URL');
  const storage = await openStorage(STORAGE_URL);
  await withDatabase(async (database) => {
    await migrate(database.db);
    // Creates the queue's own tables.
    const queue = createJobQueue({ url, log: createLogger('silent'), kinds: [] });
    await queue.start([]);
    await queue.stop();
    await restore({ database, storage }, manifest, source);
  });
  console.log(
    `The backup of ${manifest.createdAt} is restored and verified. Start the portal with the key of the backup:`,
  );
  console.log(`SERVER_KEY_FILE=${source}/${keysFolder}/SERVER_KEY`);
  return 0;
}

function requireFolder(folder: string | undefined): string {
  if (folder === undefined) throw new Error('Name the folder of the backup.');
  return folder;
}

/** Commands for backups. They need DATABASE_URL and STORAGE_URL, and the keys to back them up. */
export const backupCommands: Record<string, Command> = {
  backup: {
    usage: 'FOLDER',
    summary: 'Write database, attached files and keys into an empty folder, while the portal runs',
    run: writeBackup,
  },
  restore: {
    usage: 'FOLDER',
    summary: 'Restore and verify a backup; refuses a database or a storage that is not empty',
    run: readBackup,
  },
};
