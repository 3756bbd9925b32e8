/**
 * The story, the size of every dialog and the order of Tab in it, and texts that browsers cut off differently, in each
 * browser that this machine has; with arguments only the scenes whose name contains one of them. Sizes are compared with
 * those in Chromium. Pictures of all of it, in both themes and two widths, go into `screenshots/browsers/`. Not part of
 * `npm test`, which needs nothing but npm.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { accounts, address, password } from '../accounts.ts';
import startStack from '../stack.ts';
import { addData, type Data } from './data.ts';
import { closeDialog, openDialog, sizeOfTop, walk } from './dialogs.ts';
import { type Driver, phone, type Size, viewport } from './driver.ts';
import { findBrowsers } from './find.ts';
import { paint, settle } from './page.ts';
import { scenesOf } from './scenes.ts';
import { playStory } from './story.ts';
import { checkDateFields, checkNote, checkStatusLetters, checkTruncatedCell } from './texts.ts';

const folder = join('screenshots', 'browsers');
/** Fonts are laid out a little differently: so much may a dialog differ from Chromium's, in CSS pixels. */
const tolerance = 24;
const parts = process.argv.slice(2);
const failures: string[] = [];
const chromiumSizes = new Map<string, Size>();

/** Runs one check and returns whether it passed; a returned message or a thrown error is a failure. */
async function check(name: string, body: () => Promise<string | null>): Promise<boolean> {
  const fault = await body().catch((error) => String(error));
  console.log(fault === null ? `  ok      ${name}` : `  FAILED  ${name}: ${fault}`);
  if (fault !== null) failures.push(`${name}: ${fault}`);
  return fault === null;
}

function compareSize(name: string, size: Size | null): string | null {
  if (size === null) return 'there is no dialog';
  const expected = chromiumSizes.get(name);
  if (expected === undefined) {
    chromiumSizes.set(name, size);
    return null;
  }
  const differs =
    Math.abs(size.width - expected.width) > tolerance || Math.abs(size.height - expected.height) > tolerance;
  const text = ({ width, height }: Size) => `${width} × ${height}`;
  return differs ? `${text(size)}, and ${text(expected)} in Chromium` : null;
}

/** Saves a picture of the page in each theme. */
async function shoot(driver: Driver, name: string): Promise<void> {
  for (const theme of ['dark', 'light']) {
    await driver.run((wanted: string) => {
      document.documentElement.dataset.theme = wanted;
      document.documentElement.style.colorScheme = wanted;
    }, theme);
    await settle(driver);
    await paint(driver);
    const browser = driver.name.split(' ')[0]?.toLowerCase();
    await writeFile(join(folder, `${name}-${theme}-${browser}.png`), await driver.picture());
  }
}

async function shootBothWidths(driver: Driver, name: string): Promise<void> {
  await shoot(driver, name);
  await driver.resize(phone);
  await shoot(driver, `${name}-390`);
  await driver.resize(viewport);
}

async function checkBrowser(driver: Driver, data: Data): Promise<void> {
  const portal = address('PORTAL_URL');
  const account = { email: accounts.admin, password };

  const isSignedIn = await check(`${driver.name}: story`, async () => {
    await playStory(driver, { portal, inbox: address('INBOX_URL') }, account, (name) => shootBothWidths(driver, name));
    return null;
  });
  if (!isSignedIn) return;
  const scenes = scenesOf(data).filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)));
  for (const scene of scenes) {
    const name = `${driver.name}: ${scene.name}`;
    await check(`${name}: size`, async () => {
      await openDialog(driver, portal, scene);
      await shoot(driver, scene.only === 'narrow' ? `${scene.name}-390` : scene.name);
      return compareSize(scene.name, await sizeOfTop(driver, scene));
    });
    await check(`${name}: Tab`, async () => {
      const { expected, forwards, backwards } = await walk(driver, scene);
      const isRight =
        expected.length > 0 && isDeepStrictEqual(forwards, expected) && isDeepStrictEqual(backwards, expected);
      return isRight ? null : JSON.stringify({ expected, forwards, backwards });
    });
    if (scene.part === undefined) await check(`${name}: Escape`, () => closeDialog(driver, scene));
    if (scene.only === 'wide') continue;
    await check(`${name}: 390 px wide`, async () => {
      await openDialog(driver, portal, scene);
      await driver.resize(phone);
      await shoot(driver, `${scene.name}-390`);
      const size = await sizeOfTop(driver, scene);
      await driver.resize(viewport);
      return compareSize(`${scene.name}-390`, size);
    });
  }
  await check(`${driver.name}: a note grows with its text`, () => checkNote(driver, portal));
  await check(`${driver.name}: a slightly truncated cell shows its full text`, () =>
    checkTruncatedCell(driver, portal),
  );
  await check(`${driver.name}: no letter of a status is clipped`, () => checkStatusLetters(driver, portal));
  await check(`${driver.name}: no calendar icon covers a typed year`, () => checkDateFields(driver, portal));
}

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const stop = await startStack();
try {
  const data = await addData(address('PORTAL_URL'), address('INBOX_URL'));
  for (const { start } of findBrowsers()) {
    const driver = await start();
    console.log(`\n${driver.name}`);
    try {
      await checkBrowser(driver, data);
    } finally {
      await driver.close();
    }
  }
} finally {
  await stop();
}
console.log(failures.length === 0 ? '\nAll browsers passed.' : `\n${failures.length} failed:\n${failures.join('\n')}`);
process.exitCode = failures.length === 0 ? 0 : 1;
