import { z } from 'zod';
import { parseJson } from './platform/parse-json.ts';

/** Templates of carriers' tracking pages, by whole words of the shipping method or carrier; the first that fits counts. */
export type TrackingUrls = readonly (readonly [carrier: string, template: string])[];

/** Public tracking pages. */
export const defaultTrackingUrls: TrackingUrls = [
  ['ups', 'https://www.ups.com/track?tracknum={number}'],
  ['fedex', 'https://www.fedex.com/fedextrack/?trknbr={number}'],
  ['purolator', 'https://www.purolator.com/en/shipping/tracker?pin={number}'],
  ['canada post', 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor={number}'],
];

const template = z
  .string()
  .refine((text) => text.includes('{number}'), 'must contain {number}')
  .refine((text) => URL.canParse(text) && new URL(text).protocol === 'https:', 'must be an https URL');

const templates = z.record(z.string().trim().min(1), template);

/** TRACKING_URLS: a JSON object; its templates come before the default ones. */
export const trackingUrls = z
  .string()
  .default('{}')
  .transform((text, context): TrackingUrls => {
    const result = templates.safeParse(parseJson(text));
    if (result.success) {
      return [...Object.entries(result.data), ...defaultTrackingUrls];
    }
    const [issue] = result.error.issues;
    const example = 'must be a JSON object such as {"DHL":"https://www.dhl.com/track?id={number}"}';
    const message =
      issue === undefined || issue.path.length === 0 ? example : `${issue.path.join('.')} ${issue.message}`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** The tracking page of a package; undefined where no template fits. */
export function trackingUrlOf(
  urls: TrackingUrls,
  { method, carrier }: { method: string | null; carrier: string | null },
  number: string,
): string | undefined {
  const names = [method, carrier].map((name) => toWords(name ?? ''));
  const found = urls.find(([part]) => names.some((name) => name.includes(toWords(part))));
  return found?.[1].replaceAll('{number}', encodeURIComponent(number));
}

/** The words of a text between spaces. What follows a hyphen keeps it, so that pick-ups are not UPS, but UPS-Ground is. */
function toWords(text: string): string {
  const words = text.toLowerCase().replaceAll(/[^\p{L}\p{N}-]+/gu, ' ');
  return ` ${words.replaceAll('-', ' -').trim()} `;
}
