import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const response = z.object({ status: z.literal('ok'), version: z.string() });

export const getHealth = endpoint({
  method: 'GET',
  path: '/health',
  tag: 'Health',
  summary: '200 while the process runs: restart it otherwise',
  permission: 'public',
  isUnlimited: true,
  response,
  errors: [],
});

export const getReadiness = endpoint({
  method: 'GET',
  path: '/health/ready',
  tag: 'Health',
  summary:
    '200 while the database, its migrations, the job queue and the storage can be used and it is not shutting down',
  permission: 'public',
  isUnlimited: true,
  response,
  errors: [503],
});
