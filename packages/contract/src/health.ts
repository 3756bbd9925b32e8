import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const getHealth = endpoint({
  method: 'GET',
  path: '/health',
  tag: 'Health',
  summary: '200 while the server can reach its database',
  permission: 'public',
  isUnlimited: true,
  response: z.object({ status: z.literal('ok'), version: z.string() }),
  errors: [503],
});
