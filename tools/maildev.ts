import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export type MailServer = {
  smtpUrl: string;
  /** The inbox to look at; `GET /email` lists what arrived. */
  inboxUrl: string;
  stop(): Promise<void>;
};

/**
 * Starts MailDev, a local mail server with a web inbox. It runs in a child process because it exits its whole process
 * when it stops.
 */
export async function startMailServer(options: {
  smtpPort: number;
  inboxPort: number;
  host?: string;
}): Promise<MailServer> {
  const { smtpPort, inboxPort, host = '127.0.0.1' } = options;
  const folder = await mkdtemp(join(tmpdir(), 'order-portal-mail-'));
  const program = createRequire(import.meta.url).resolve('maildev');
  const settings = { smtp: smtpPort, web: inboxPort, ip: host, webIp: host, mailDirectory: folder, silent: true };
  // It exits when its standard input closes, so it never outlives this process.
  const script = `
    process.stdin.resume().on('end', () => {
      require('node:fs').rmSync(${JSON.stringify(folder)}, { recursive: true, force: true });
      process.exit();
    });
    require(${JSON.stringify(program)})(${JSON.stringify(settings)}).listen();`;
  const child = spawn(process.execPath, ['-e', script], { detached: true, stdio: ['pipe', 'ignore', 'pipe'] });
  let complaint = '';
  child.stdin.on('error', () => undefined);
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-2000);
  });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const stop = async () => {
    child.stdin.end();
    const hurry = setTimeout(() => child.kill('SIGKILL'), 3000);
    await exited;
    clearTimeout(hurry);
    await rm(folder, { recursive: true, force: true });
  };
  for (let waited = 0; !((await answers(host, smtpPort)) && (await answers(host, inboxPort))); waited += 50) {
    if (child.exitCode !== null || child.pid === undefined || waited > 30_000) {
      await stop();
      throw new Error(`MailDev did not start: ${complaint.trim().split('\n').at(-1) ?? ''}`);
    }
    await delay(50);
  }
  return { smtpUrl: `smtp://${host}:${smtpPort}`, inboxUrl: `http://${host}:${inboxPort}`, stop };
}

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
