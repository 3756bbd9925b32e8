import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../platform/errors.ts';
import { unknownAssets } from './count-requests.ts';
import { sendError } from './error-handler.ts';

const yearSeconds = 365 * 24 * 60 * 60;

/**
 * Serves the built web app from `folder`: hashed files are cached permanently, the page is always fresh, and unknown
 * paths return the page, since the web app has its own routes.
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
    // The build already contains compressed files, smaller than on-the-fly compression could make them.
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const forGood = path.startsWith(assets);
      reply.header('cache-control', forGood ? `public, max-age=${yearSeconds}, immutable` : 'no-cache');
      // The only text type for which the library sets no charset.
      if (path.endsWith('.svg')) reply.header('content-type', 'image/svg+xml; charset=utf-8');
    },
  });
  // Includes files of a build made after the start: `wildcard: false` knows only files present at startup.
  app.get<{ Params: { '*': string } }>(unknownAssets, (request, reply) =>
    reply.sendFile(`assets/${request.params['*']}`),
  );
  app.get('/', (_request, reply) => reply.sendFile('index.html'));
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' || request.method === 'HEAD';
    // A missing hashed file must not return the page, since the browser would parse it as a script.
    if (!wantsPage || request.url.startsWith('/assets/')) return sendError(reply, notFound());
    return reply.sendFile('index.html');
  });
}

/** Allows only same-origin content; inline scripts only if the built page contains them. */
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
    // Toasts and dialogs add their styles at runtime.
    styleSrc: ["'self'", "'unsafe-inline'"],
    // Images attached to orders, fetched with the token.
    imgSrc: ["'self'", 'blob:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    // PDFs attached to orders: their tab inherits this policy. Chromium's viewer is an object in it, in some versions
    // inside a frame.
    objectSrc: ['blob:'],
    frameSrc: ['blob:'],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    ...(isSecure ? { upgradeInsecureRequests: [] } : {}),
  };
}
