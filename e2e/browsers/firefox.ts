import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  asJsonFunction,
  clickActions,
  type Driver,
  hoverActions,
  keyActions,
  textActions,
  viewport,
} from './driver.ts';

/**
 * The machine's own Firefox, headless, driven over WebDriver BiDi, which it speaks itself. Its document never counts as
 * focused (`document.hasFocus()` is false): Tab moves the focus, but no focus event is fired and no tooltip opens.
 * @param program its executable
 */
export async function driveFirefox(program: string): Promise<Driver> {
  const profile = await mkdtemp(join(tmpdir(), 'portal-firefox-'));
  const options = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const firefox = spawn(program, options, { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(firefox, 'exit');
  const endpoint = await readEndpoint(firefox.stderr);
  const { send, end } = await connect(`${endpoint}/session`);
  const { capabilities } = await send('session.new', { capabilities: {} });
  const { contexts } = await send('browsingContext.getTree', {});
  const { context } = contexts[0];
  await send('browsingContext.setViewport', { context, viewport });

  return {
    name: `${capabilities.browserName} ${capabilities.browserVersion}`,
    open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    async run(inPage, input) {
      const { result, exceptionDetails } = await send('script.callFunction', {
        functionDeclaration: asJsonFunction(inPage),
        arguments: [{ type: 'string', value: JSON.stringify(input) }],
        target: { context },
        awaitPromise: false,
      });
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
      return JSON.parse(result.value);
    },
    press: async (key) => void (await send('input.performActions', { context, actions: keyActions(key) })),
    type: async (text) => void (await send('input.performActions', { context, actions: textActions(text) })),
    click: async (x, y) => void (await send('input.performActions', { context, actions: clickActions(x, y) })),
    hover: async (x, y) => void (await send('input.performActions', { context, actions: hoverActions(x, y) })),
    resize: async (size) => void (await send('browsingContext.setViewport', { context, viewport: size })),
    picture: async () => Buffer.from((await send('browsingContext.captureScreenshot', { context })).data, 'base64'),
    async close() {
      end();
      firefox.kill();
      await exited;
      await rm(profile, { recursive: true, force: true });
    },
  };
}

async function readEndpoint(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const endpoint = /listening on (ws:\S+)/.exec(line)?.[1];
    if (endpoint !== undefined) {
      output.resume();
      return endpoint;
    }
  }
  throw new Error('Firefox ended before it could be driven');
}

// biome-ignore lint/suspicious/noExplicitAny: the answers of the protocol, each read once, where it is asked for.
type Send = (method: string, params: object) => Promise<any>;

async function connect(url: string): Promise<{ send: Send; end: () => void }> {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  const waiting = new Map<number, (message: { result: unknown; error?: string; message?: string }) => void>();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data));
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });

  async function send(method: string, params: object): Promise<unknown> {
    lastId += 1;
    const answer = Promise.withResolvers<{ result: unknown; error?: string; message?: string }>();
    waiting.set(lastId, answer.resolve);
    socket.send(JSON.stringify({ id: lastId, method, params }));
    const { result, error, message } = await answer.promise;
    if (error !== undefined) throw new Error(`${method}: ${error}: ${message}`);
    return result;
  }
  return { send, end: () => socket.close() };
}
