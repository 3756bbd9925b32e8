import type { ParseArgsConfig } from 'node:util';
import { readVariables } from '../config.ts';
import { assertSessionConnections } from '../platform/assert-session-connections.ts';
import { type DatabaseClient, openDatabase } from '../platform/database.ts';
import { runAsMaintenance } from '../platform/workload.ts';

/** What a command was given. */
export type CommandInput = {
  /** Arguments after the command's name. */
  arguments: string[];
  options: Record<string, string | boolean | undefined>;
};

/** A command of `npm run portal`. */
export type Command = {
  /** Arguments and options after the command's name, for the help. */
  usage?: string;
  summary: string;
  options?: NonNullable<ParseArgsConfig['options']>;
  /** Prints to standard output; returns the exit code. A thrown error is printed, and the exit code is 1. */
  run(input: CommandInput): Promise<number>;
};

/** Runs `work` with the database of DATABASE_URL, without the time limits of requests. */
export async function withDatabase<Result>(work: (database: DatabaseClient) => Promise<Result>): Promise<Result> {
  const { DATABASE_URL: url } = readVariables(process.env, 'DATABASE_URL');
  await assertSessionConnections(url);
  const database = openDatabase({ url, maxConnections: 3 });
  try {
    return await runAsMaintenance(() => work(database));
  } finally {
    await database.close();
  }
}

/** Left-aligned columns, separated by two spaces. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
