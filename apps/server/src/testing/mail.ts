import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { findFreePort } from '../../../../tools/free-port.ts';
import { type MailServer, startMailServer } from '../../../../tools/maildev.ts';

const mail = z.object({
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  to: z.array(z.object({ address: z.string() })),
  /** By name in lower case. */
  headers: z.record(z.string(), z.unknown()),
});
export type ReceivedMail = z.infer<typeof mail>;

export type TestInbox = MailServer & {
  /** The emails to an address, oldest first, once there are this many. */
  mailsTo(address: string, count?: number): Promise<ReceivedMail[]>;
  /** The code in the latest of this many emails to an address. */
  codeFor(address: string, count?: number): Promise<string>;
};

/** A real mail server for the test; takes a second to start. */
export async function startTestInbox(ports?: { smtpPort: number; inboxPort: number }): Promise<TestInbox> {
  const smtpPort = ports?.smtpPort ?? (await findFreePort());
  const inboxPort = ports?.inboxPort ?? (await findFreePort());
  const server = await startMailServer({ smtpPort, inboxPort });
  const mailsTo = async (address: string, count = 1) => {
    for (let waited = 0; ; waited += 50) {
      const all = z.array(mail).parse(await (await fetch(`${server.inboxUrl}/email`)).json());
      const wanted = all.filter((received) => received.to.some((to) => to.address === address));
      if (wanted.length >= count) return wanted;
      if (waited > 20_000) throw new Error(`${wanted.length} of ${count} mails arrived for ${address}`);
      await delay(50);
    }
  };
  const codeFor = async (address: string, count = 1) => {
    const latest = (await mailsTo(address, count)).at(-1);
    const code = /\b\d{6}\b/.exec(latest?.text ?? '')?.[0];
    if (code === undefined) throw new Error(`no code in the mail to ${address}`);
    return code;
  };
  return { ...server, mailsTo, codeFor };
}
