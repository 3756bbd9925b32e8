import { getHealth } from '@portal/contract/health';
import type pg from 'pg';
import { unavailable } from '../platform/errors.ts';
import type { Mount } from './mount.ts';

/** `GET /health`: 200 while the database responds, 503 otherwise. */
export function mountHealth(mount: Mount, pool: pg.Pool, version: string): void {
  mount(getHealth, async () => {
    try {
      await pool.query('select 1');
    } catch (cause) {
      throw unavailable('The database cannot be reached.', cause);
    }
    return { status: 'ok' as const, version };
  });
}
