import type { CallOptions } from '../client/transport.ts';

/** Asks for what holds from then on, once for all who want to know; after a failure the next one asks anew. */
export function askOnce<Answer>(ask: (call?: CallOptions) => Promise<Answer>): (call?: CallOptions) => Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  return (call) => {
    answer ??= ask(call).catch((error: unknown) => {
      answer = undefined;
      throw error;
    });
    return answer;
  };
}
