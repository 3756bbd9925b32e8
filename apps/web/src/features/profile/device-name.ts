import Bowser from 'bowser';
import { t } from '#lib/texts.ts';

export interface Device {
  name: string;
  kind: 'desktop' | 'mobile' | 'unknown';
}

/** Describes a user agent: 'Chrome on Windows'. An unknown user agent is returned unchanged. */
export function describeDevice(userAgent: string | undefined): Device {
  if (userAgent === undefined || userAgent === '') return { name: t('devices.unknown'), kind: 'unknown' };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const kind = platform.type === 'desktop' ? 'desktop' : platform.type === undefined ? 'unknown' : 'mobile';
  if (browser.name === undefined || browser.name === '') return { name: userAgent, kind };
  if (os.name === undefined) return { name: browser.name, kind };
  return { name: t('devices.device', { browser: browser.name, system: os.name }), kind };
}
