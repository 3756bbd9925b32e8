import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export type ScriptedSmtp = {
  /** `smtp://user:password@127.0.0.1:<port>`. */
  url: string;
  /** Response to a command from now on, by the command's first word: `{ AUTH: '535 refused' }`. */
  refuse(answers: Record<string, string>): void;
  /** First words of the received commands, in order. */
  commands: string[];
  /** Recipients of the accepted emails. */
  accepted: string[];
  /** Message-ID headers of the accepted emails. */
  messageIds: string[];
  /** Called when an email was accepted, before the client gets the answer. */
  beforeReply: () => Promise<void>;
  close(): Promise<void>;
};

/** An SMTP server without TLS that rejects commands as configured by a test. */
export async function startScriptedSmtp(): Promise<ScriptedSmtp> {
  let refusals: Record<string, string> = {};
  const commands: string[] = [];
  const accepted: string[] = [];
  const messageIds: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    let recipient = '';
    let messageId = '';
    let isData = false;
    let buffer = '';
    const reply = (line: string) => socket.write(`${line}\r\n`);
    const answer = (line: string) => {
      if (isData) {
        messageId = /^Message-ID: (.*)/i.exec(line)?.[1] ?? messageId;
        if (line !== '.') return;
        isData = false;
        if (refusals['.'] !== undefined) return reply(refusals['.']);
        accepted.push(recipient);
        messageIds.push(messageId);
        return void smtp.beforeReply().then(() => reply('250 queued'));
      }
      const command = (line.split(' ')[0] ?? '').toUpperCase();
      commands.push(command);
      const refusal = refusals[command];
      if (refusal !== undefined) return reply(refusal);
      if (command === 'STARTTLS') return reply('502 not implemented');
      if (command === 'EHLO') return socket.write('250-test\r\n250 AUTH PLAIN\r\n');
      if (command === 'AUTH') return reply('235 welcome');
      if (command === 'RCPT') recipient = /<(.*?)>/.exec(line)?.[1] ?? '';
      isData = command === 'DATA';
      return reply(isData ? '354 go ahead' : '250 ok');
    };
    socket.on('data', (chunk) => {
      const lines = (buffer + chunk.toString()).split('\r\n');
      buffer = lines.pop() ?? '';
      for (const line of lines) answer(line);
    });
    reply('220 test');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const smtp: ScriptedSmtp = {
    url: `smtp://user:password@127.0.0.1:${(server.address() as AddressInfo).port}`,
    refuse: (answers) => {
      refusals = answers;
    },
    commands,
    accepted,
    messageIds,
    beforeReply: async () => undefined,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return smtp;
}
