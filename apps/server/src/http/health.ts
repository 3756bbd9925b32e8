import { getHealth, getReadiness } from '@portal/contract/health';
import type { Readiness } from '../readiness.ts';
import type { Mount } from './mount.ts';

/** `GET /health` answers as long as the process lives, `GET /health/ready` only while it can serve requests. */
export function mountHealth(mount: Mount, readiness: Readiness, version: string): void {
  mount(getHealth, async () => ({ status: 'ok' as const, version }));
  mount(getReadiness, async () => {
    await readiness.check();
    return { status: 'ok' as const, version };
  });
}
