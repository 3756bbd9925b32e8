import { receiveChanges } from '@portal/contract/change-feed';
import type { FastifyRequest } from 'fastify';
import type { Mount } from '../../http/mount.ts';
import type { ChangeFeedService } from './service.ts';

export function mountChangeFeed(mount: Mount, feed: ChangeFeedService): void {
  mount(
    receiveChanges,
    ({ request, body }) => feed.accept(headerOf(request, 'x-portal-signature'), body.changes),
    async (request) =>
      feed.verify({
        timestamp: headerOf(request, 'x-portal-timestamp'),
        signature: headerOf(request, 'x-portal-signature'),
        body: request.bodyText,
      }),
  );
}

/** Empty if the header is missing or sent twice. */
function headerOf({ headers }: FastifyRequest, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}
