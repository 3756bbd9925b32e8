import type { FastifyInstance } from 'fastify';
import type { SandboxContext } from '../context.ts';
import { NetsuiteError } from './errors.ts';
import { sendJson, singularType } from './respond.ts';

/** `GET /services/rest/system/v1/serverTime` and `…/governanceLimits`. */
export function systemRoutes(app: FastifyInstance, context: SandboxContext): void {
  app.get('/services/rest/system/v1/serverTime', async (_request, reply) =>
    sendJson(reply, singularType, { serverTime: context.clock.now().toISOString() }),
  );

  app.get('/services/rest/system/v1/governanceLimits', async (_request, reply) => {
    const { administrator, concurrency } = context.settings;
    if (!administrator) {
      const detail = 'Permission Violation: You need a higher level of permission to access this page.';
      throw new NetsuiteError(403, 'INSUFFICIENT_PERMISSION', detail);
    }
    return sendJson(reply, singularType, {
      accountConcurrencyLimit: concurrency,
      accountUnallocatedConcurrencyLimit: concurrency,
      integrationLimitType: 'accountLimit',
    });
  });
}
