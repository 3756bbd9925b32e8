import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../platform/errors.ts';
import { sendError } from './error-handler.ts';

const yearSeconds = 365 * 24 * 60 * 60;

/**
 * Serves the built web app from `folder`: hashed files for good, the page itself always fresh, and the page for
 * any unknown path, since the web app has its own routes.
 */
export async function serveWebApp(app: FastifyInstance, folder: string, isSecure: boolean): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    app.log.warn({ folder }, 'the web app is not built: only the API is served');
    return;
  }
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(page, isSecure) },
    strictTransportSecurity: isSecure,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
  });
  const assets = join(folder, 'assets') + sep;
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    globIgnore: ['.vite/**', '**/*.{br,gz}'],
    // The build lays its files down compressed as well, better than it could be done here in time.
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const forGood = path.startsWith(assets);
      reply.header('cache-control', forGood ? `public, max-age=${yearSeconds}, immutable` : 'no-cache');
      // The one kind of text to which the library gives no encoding.
      if (path.endsWith('.svg')) reply.header('content-type', 'image/svg+xml; charset=utf-8');
    },
  });
  // Those of a build that came after the start, too: `wildcard: false` knows only what it found then.
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) =>
    reply.sendFile(`assets/${request.params['*']}`),
  );
  app.get('/', (_request, reply) => reply.sendFile('index.html'));
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' || request.method === 'HEAD';
    // A missing hashed file must not be answered by the page: the browser would read it as a script.
    if (!wantsPage || request.url.startsWith('/assets/')) return sendError(reply, notFound());
    return reply.sendFile('index.html');
  });
}

/** Nothing from elsewhere; of inline scripts only those that the built page itself holds. */
function contentSecurityPolicy(page: string, isSecure: boolean) {
  const inlineScripts = [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map((match) => {
    const hash = createHash('sha256')
      .update(match[1] ?? '')
      .digest('base64');
    return `'sha256-${hash}'`;
  });
  return {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...inlineScripts],
    // Toasts and dialogs add their styles at run time.
    styleSrc: ["'self'", "'unsafe-inline'"],
    // Pictures that are attached to orders, fetched with the token.
    imgSrc: ["'self'", 'blob:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    // PDFs that are attached to orders: their tab inherits this policy, and Chromium's user is an object in it, in
    // some versions by way of a frame.
    objectSrc: ['blob:'],
    frameSrc: ['blob:'],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    ...(isSecure ? { upgradeInsecureRequests: [] } : {}),
  };
}
