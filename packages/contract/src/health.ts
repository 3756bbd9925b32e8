import { z } from 'zod';
import { endpointsOf } from './endpoint.ts';

const endpoint = endpointsOf('Health');

const response = z.object({ status: z.literal('ok'), version: z.string() });

export const getHealth = endpoint('GET /health', 'public', {
  summary: '200 while the process runs: restart it otherwise',
  isUnlimited: true,
  response,
});

export const getReadiness = endpoint('GET /health/ready', 'public', {
  summary:
    '200 while the database, its migrations, the job queue and the storage can be used and it is not shutting down',
  isUnlimited: true,
  response,
  errors: [503],
});
