import type { FastifyInstance } from 'fastify';
import { ZodError, z } from 'zod';
import { parseExactJson } from '../exact-json.ts';
import { sendJson } from '../http/respond.ts';
import type { SandboxControl } from './control.ts';

type Route = { Params: { name: string }; Body: unknown[] };

/**
 * `POST /sandbox/{name}`: calls a function of the control interface with the list of arguments in the body. No sign-in,
 * because it listens on this machine only.
 */
export function controlRoutes(app: FastifyInstance, control: SandboxControl): void {
  // In a scope of its own, where bodies are parsed without rounding their amounts and errors are answered in words.
  app.register(async (scope) => {
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: unknown, text: string) =>
      parseExactJson(text),
    );
    scope.setErrorHandler((error: Error, _request, reply) =>
      reply.code(400).send({ error: error instanceof ZodError ? z.prettifyError(error) : error.message }),
    );
    scope.post<Route>('/sandbox/:name', async ({ params: { name }, body }, reply) => {
      if (!Object.hasOwn(control, name)) throw new Error(`There is no ${name} in the control interface.`);
      const call = control[name as keyof SandboxControl] as (...values: unknown[]) => Promise<unknown>;
      // JSON has null for an argument that is left out.
      return sendJson(reply, 'application/json', (await call(...body.map((value) => value ?? undefined))) ?? {});
    });
  });
}
