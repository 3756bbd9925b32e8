/**
 * Recounts the mirrored orders: `node apps/server/src/rebuild-order-counts.ts`. Uses the database of DATABASE_URL. Safe
 * while the portal runs.
 */
import { findWrongOrderCounts, rebuildOrderCounts } from './features/orders/order-counts.ts';
import { openDatabase } from './platform/database.ts';
import { runAsMaintenance } from './platform/workload.ts';

async function rebuild(): Promise<string> {
  const url = process.env.DATABASE_URL;
  if (url === undefined || url === '') throw new Error('DATABASE_URL is required.');
  const database = openDatabase({ url, maxConnections: 2 });
  try {
    const wrong = Object.entries(await findWrongOrderCounts(database.db));
    await rebuildOrderCounts(database.db);
    const corrected = wrong.map(([table, count]) => `${count} in ${table}`).join(', ');
    return `Order counts are rebuilt. Wrong before: ${corrected || 'none'}.`;
  } finally {
    await database.close();
  }
}

try {
  console.log(await runAsMaintenance(rebuild));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
