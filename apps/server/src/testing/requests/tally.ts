import type { EndpointDefinition } from '@portal/contract/endpoint';
import type { CallerKind } from '../access/callers.ts';

/** Counts requests by endpoint, caller and status. */
export function createTally() {
  let total = 0;
  const byPair = new Map<string, number>();
  const byStatus = new Map<string, Map<number, number>>();
  const keyOf = ({ method, path }: EndpointDefinition) => `${method} ${path}`;
  const pairOf = (endpoint: EndpointDefinition, { title }: CallerKind) => `${keyOf(endpoint)} ${title}`;
  const increase = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1);
  return {
    count: () => total,
    of: (endpoint: EndpointDefinition, kind: CallerKind) => byPair.get(pairOf(endpoint, kind)) ?? 0,
    add(endpoint: EndpointDefinition, kind: CallerKind, status: number): void {
      total += 1;
      increase(byPair, pairOf(endpoint, kind));
      const statuses = byStatus.get(keyOf(endpoint)) ?? new Map<number, number>();
      byStatus.set(keyOf(endpoint), statuses);
      increase(statuses, status);
    },
    /** One line per endpoint with the number of responses per status. */
    lines: () =>
      [...byStatus].map(([key, statuses]) => {
        const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status} × ${count}`);
        return `${key}: ${counts.join(', ')}`;
      }),
  };
}
