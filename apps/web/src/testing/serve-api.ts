import { onTestFinished } from 'vitest';

interface Answer {
  status?: number;
  body?: unknown;
  /** Sent unchanged instead of `body`: a response that is not JSON. */
  text?: string;
}

/** A request as sent by the browser. */
export interface Seen {
  key: string;
  /** The raw query of the address. */
  query: string;
  body: unknown;
  token: string | null;
}

/**
 * Answers requests by `METHOD /path` in place of the server. Component tests cover how responses are used; server tests
 * cover the responses. Returns the recorded requests.
 */
export function serveApi(answers: Record<string, (seen: Seen) => Answer | Promise<Answer>>): Seen[] {
  const seen: Seen[] = [];
  const original = window.fetch;
  window.fetch = async (url, init) => {
    const { pathname, search } = new URL(String(url), window.location.href);
    const key = `${init?.method ?? 'GET'} ${pathname.replace('/api', '')}`;
    const call: Seen = {
      key,
      query: search,
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
      token: new Headers(init?.headers).get('authorization'),
    };
    seen.push(call);
    const answer: Answer = (await answers[key]?.(call)) ?? { status: 404, body: { message: `No answer for ${key}` } };
    const { status = 200, text = JSON.stringify(answer.body) } = answer;
    return new Response(text, { status, headers: { 'content-type': 'application/json' } });
  };
  onTestFinished(() => {
    window.fetch = original;
  });
  return seen;
}
