import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../../tools/free-port.ts';
import {
  asJsonFunction,
  clickActions,
  type Driver,
  hoverActions,
  keyActions,
  type Size,
  textActions,
  viewport,
} from './driver.ts';
import { waitFor } from './page.ts';

/** Without it, the toolbar keeps the window wider than a phone. */
const smallToolbar =
  '* { min-width: 0; min-height: 0; margin: 0; padding: 0; border-width: 0; -gtk-icon-transform: scale(0); font-size: 1px; }';

/**
 * The machine's own WebKit, in a window of a virtual screen (Xvfb), driven by its WebDriver.
 * @param program the executable of the driver, which finds the browser itself
 */
export async function driveWebKit(program: string): Promise<Driver> {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [display] = await once(createInterface(screen.stdout), 'line');
  const port = await findFreePort();
  const settings = await mkdtemp(join(tmpdir(), 'webkit-'));
  await mkdir(join(settings, 'gtk-3.0'));
  await writeFile(join(settings, 'gtk-3.0', 'gtk.css'), smallToolbar);
  const webdriver = spawn(program, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${display}`, XDG_CONFIG_HOME: settings },
  });
  const base = `http://127.0.0.1:${port}`;
  await waitUntilReady(base);
  const { sessionId, capabilities } = await send('POST', `${base}/session`, { capabilities: {} });
  const session = `${base}/session/${sessionId}`;
  const run = async <Input, Output>(inPage: (input: Input) => Output, input: Input): Promise<Output> => {
    const script = `return (${asJsonFunction(inPage)})(arguments[0])`;
    return JSON.parse(await send('POST', `${session}/execute/sync`, { script, args: [JSON.stringify(input)] }));
  };
  const resize = (size: Size) => resizeWindow(session, run, size);
  await resize(viewport);

  return {
    name: `WebKit ${capabilities.browserVersion}`,
    open: (url) => send('POST', `${session}/url`, { url }),
    run,
    press: (key) => send('POST', `${session}/actions`, { actions: keyActions(key) }),
    type: (text) => send('POST', `${session}/actions`, { actions: textActions(text) }),
    click: (x, y) => send('POST', `${session}/actions`, { actions: clickActions(x, y) }),
    hover: (x, y) => send('POST', `${session}/actions`, { actions: hoverActions(x, y) }),
    resize,
    picture: () => takeSteadyPicture(session),
    async close() {
      await send('DELETE', session);
      for (const child of [webdriver, screen]) {
        child.kill();
        await once(child, 'exit');
      }
      await rm(settings, { recursive: true });
    },
  };
}

/**
 * Gives the page its size: the window has a toolbar above it. A window takes a while to change, so its size is corrected until the page
 * has the wanted one.
 */
async function resizeWindow(session: string, run: Driver['run'], size: Size): Promise<void> {
  let rect = { ...size };
  await waitFor(`a page of ${size.width} × ${size.height}`, async () => {
    const { width, height } = await send('POST', `${session}/window/rect`, rect);
    await delay(100);
    const inner = await run(() => ({ width: window.innerWidth, height: window.innerHeight }), null);
    if (inner.width === size.width && inner.height === size.height) return true;
    rect = { width: width + size.width - inner.width, height: height + size.height - inner.height };
    return false;
  });
}

/**
 * Takes pictures until two in a row are equal, since a busy machine paints them late. A picture that keeps moving is
 * taken as it is.
 */
async function takeSteadyPicture(session: string): Promise<Buffer> {
  let picture = '';
  for (let tries = 0; tries < 10; tries += 1) {
    const before = picture;
    await delay(100);
    picture = await send('GET', `${session}/screenshot`);
    if (picture === before) break;
  }
  return Buffer.from(picture, 'base64');
}

// biome-ignore lint/suspicious/noExplicitAny: the answers of the protocol, each read once, where it is asked for.
async function send(method: string, url: string, body?: object): Promise<any> {
  const response = await fetch(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname}: ${value.error}: ${value.message}`);
  return value;
}

async function waitUntilReady(base: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const isReady = await fetch(`${base}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await delay(100);
  }
  throw new Error('WebKitWebDriver has not come up within 10 seconds');
}
