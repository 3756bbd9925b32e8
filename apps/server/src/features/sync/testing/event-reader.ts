import { type SyncRun, syncRun } from '@portal/contract/sync';

export type EventReader = {
  status: number;
  headers: Headers;
  /** All runs received so far. */
  runs: SyncRun[];
  /** Resolves when the portal ends the stream. */
  ended: Promise<void>;
  /** Disconnects, as a browser does. */
  leave(): void;
};

/** Reads the portal's server-sent events and validates each against the contract. */
export async function readEvents(url: string, token: string): Promise<EventReader> {
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
  const response = await fetch(`${url}/api/sync/events`, { headers, signal: leaving.signal });
  const runs: SyncRun[] = [];
  const read = async () => {
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (event.startsWith('event: run') && data !== undefined) runs.push(syncRun.parse(JSON.parse(data)));
      }
    }
  };
  const ended = read().catch(() => undefined);
  return { status: response.status, headers: response.headers, runs, ended, leave: () => leaving.abort() };
}
