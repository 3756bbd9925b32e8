import { en } from './messages/en.ts';

type Catalogue = typeof en;
/** The name of a visible text. */
export type MessageKey = keyof Catalogue;

type Text<Message> = Message extends { other: infer Other } ? Other : Message;
type Slots<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Slots<Rest> : never;
type Values<Key extends MessageKey> = { [Name in Slots<Text<Catalogue[Key]>>]: string | number };
type Arguments<Key extends MessageKey> = [Slots<Text<Catalogue[Key]>>] extends [never] ? [] : [values: Values<Key>];
/** The name of a text without slots: what can be passed around and shown as it is. */
export type TextKey = { [Key in MessageKey]: [Slots<Text<Catalogue[Key]>>] extends [never] ? Key : never }[MessageKey];

const plurals = new Intl.PluralRules('en');
const numbers = new Intl.NumberFormat('en-CA');

/**
 * A visible text by its name, with its slots filled: `t('login.resendIn', { seconds: 84 })`.
 * Numbers get their thousands separators. A text of two forms picks its form by the slot `count`.
 */
export function t<Key extends MessageKey>(key: Key, ...[values]: Arguments<Key>): string {
  const message: string | { one: string; other: string } = en[key];
  const slots = new Map<string, string | number>(Object.entries(values ?? {}));
  const text = typeof message === 'string' ? message : message[plural(slots.get('count'))];
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = slots.get(name) ?? '';
    return typeof value === 'number' ? numbers.format(value) : value;
  });
}

function plural(count: string | number | undefined): 'one' | 'other' {
  return plurals.select(Number(count)) === 'one' ? 'one' : 'other';
}
