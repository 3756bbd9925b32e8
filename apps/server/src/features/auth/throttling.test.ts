import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { hourMs, minuteMs, secondMs } from '../../platform/clock.ts';
import { startTestApp } from '../../testing/app.ts';
import { startTestInbox } from '../../testing/mail.ts';
import { beginSignIn, finishSignIn, freshAddress, wrongCode } from '../../testing/sign-in.ts';

const inbox = await startTestInbox();
const app = await startTestApp({ config: { smtpUrl: inbox.smtpUrl, trustProxy: 1 } });
afterAll(async () => {
  await app.close();
  await inbox.stop();
});
beforeEach(() => app.clock.advance(48 * hourMs));

const password = 'correct horse battery';
const newUser = () => app.createUser({ role: 'member', password });
const unknownEmail = (number: number) => `nobody-${number}@test.example`;

async function failTimes(email: string, times: number): Promise<void> {
  for (let failures = 0; failures < times; failures += 1) {
    expect((await beginSignIn(app, email, 'wrong')).status).toBe(400);
  }
}

describe('per network address', () => {
  test('allows ten attempts in 15 minutes, then returns 429 with Retry-After', async () => {
    const address = freshAddress();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await beginSignIn(app, unknownEmail(attempt), password, address)).status).toBe(400);
      app.clock.advance(10 * secondMs);
    }
    const refused = await beginSignIn(app, unknownEmail(10), password, address);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe(String(15 * 60 - 100));
    expect((await beginSignIn(app, unknownEmail(10), password, freshAddress())).status).toBe(400);
    app.clock.advance(15 * minuteMs - 100 * secondMs);
    expect((await beginSignIn(app, unknownEmail(10), password, address)).status).toBe(400);
    expect((await beginSignIn(app, unknownEmail(11), password, address)).status).toBe(429);
  });

  test('counts concurrent attempts', async () => {
    const address = freshAddress();
    const attempts = Array.from({ length: 25 }, (_, number) =>
      beginSignIn(app, unknownEmail(number), password, address),
    );
    const statuses = (await Promise.all(attempts)).map((answer) => answer.status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  });

  test('refunds the attempt of a successful sign-in, so that many people can share one address', async () => {
    const address = freshAddress();
    for (let person = 0; person < 12; person += 1) {
      const user = await newUser();
      expect((await beginSignIn(app, user.email, password, address)).status).toBe(200);
      const code = await inbox.codeFor(user.email);
      expect((await finishSignIn(app, user.email, code, address)).status).toBe(200);
    }
  });

  test('allows ten wrong codes', async () => {
    const address = freshAddress();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await finishSignIn(app, unknownEmail(attempt), '123456', address)).status).toBe(400);
    }
    const refused = await finishSignIn(app, unknownEmail(10), '123456', address);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBe(15 * 60);
  });
});

describe('per account', () => {
  test.each(['known', 'unknown'])(
    'increases the wait after five failures in an hour for a(n) %s address',
    async (kind) => {
      const email = kind === 'known' ? (await newUser()).email : 'somebody@test.example';
      await failTimes(email, 5);
      for (const wait of [30, 60, 120, 240, 480, 900, 900]) {
        const refused = await beginSignIn(app, email, password);
        expect(refused.status).toBe(429);
        expect(refused.headers.get('retry-after')).toBe(String(wait));
        app.clock.advance(wait * secondMs);
        expect((await beginSignIn(app, email, 'wrong')).status).toBe(400);
      }
    },
  );

  test('accepts the right password after the wait and resets the count at sign-in', async () => {
    const user = await newUser();
    await failTimes(user.email, 5);
    app.clock.advance(30 * secondMs);
    expect((await beginSignIn(app, user.email, password)).status).toBe(200);
    expect((await finishSignIn(app, user.email, await inbox.codeFor(user.email))).status).toBe(200);
    await failTimes(user.email, 5);
  });

  test('ignores failures older than an hour', async () => {
    const user = await newUser();
    await failTimes(user.email, 5);
    app.clock.advance(hourMs);
    await failTimes(user.email, 5);
  });

  test('does not slow down another account', async () => {
    const [first, second] = [await newUser(), await newUser()];
    await failTimes(first.email, 5);
    expect((await beginSignIn(app, second.email, password)).status).toBe(200);
  });

  test('allows five codes in 15 minutes', async () => {
    const user = await newUser();
    for (let codes = 0; codes < 5; codes += 1) {
      expect((await beginSignIn(app, user.email, password)).status).toBe(200);
    }
    const refused = await beginSignIn(app, user.email, password);
    expect(refused).toMatchObject({ status: 429, body: { message: expect.stringContaining('Too many codes') } });
    // Expired codes are not mailed, so all mails must arrive before the clock advances.
    await inbox.mailsTo(user.email, 5);
    app.clock.advance(15 * minuteMs);
    expect((await beginSignIn(app, user.email, password)).status).toBe(200);
    expect(await inbox.mailsTo(user.email, 6)).toHaveLength(6);
  });

  test.each([
    ['sixty', 60, 'where the sign-in was begun', freshAddress],
    ['thirty', 30, 'elsewhere', () => '192.0.2.1'],
  ])('limits %s (%i) wrong codes in a day from %s', async (_, most, _place, begin) => {
    const user = await newUser();
    let guesses = 0;
    for (let codes = 1; codes <= 13; codes += 1) {
      app.clock.advance(hourMs);
      const begunFrom = begin();
      await beginSignIn(app, user.email, password, begunFrom);
      const code = await inbox.codeFor(user.email, codes);
      for (let tries = 0; tries < 5; tries += 1) {
        const from = most === 60 ? begunFrom : freshAddress();
        if ((await finishSignIn(app, user.email, wrongCode(code), from)).status === 400) guesses += 1;
      }
    }
    expect(guesses).toBe(most);
  });

  test('does not lock out the owner when a stranger guesses from elsewhere all day', async () => {
    const user = await newUser();
    for (let codes = 1; codes <= 10; codes += 1) {
      app.clock.advance(hourMs);
      const here = freshAddress();
      expect((await beginSignIn(app, user.email, password, here)).status).toBe(200);
      const code = await inbox.codeFor(user.email, codes);
      for (let tries = 0; tries < 6; tries += 1) await finishSignIn(app, user.email, wrongCode(code));
      expect((await finishSignIn(app, user.email, code, here)).status).toBe(200);
    }
  });
});
