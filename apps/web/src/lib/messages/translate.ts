import { once } from '../once.ts';

export type Message = string | { readonly one: string; readonly other: string };
type Text<Given> = Given extends { other: infer Other } ? Other : Given;
type Slots<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Slots<Rest> : never;
type Values<Given> = { [Name in Slots<Text<Given>>]: string | number };
type Arguments<Given> = [Slots<Text<Given>>] extends [never] ? [] : [values: Values<Given>];

export type KeyWithoutSlots<Catalogue> = {
  [Key in keyof Catalogue]: [Slots<Text<Catalogue[Key]>>] extends [never] ? Key : never;
}[keyof Catalogue];

const plurals = once(() => new Intl.PluralRules('en'));
const numbers = once(() => new Intl.NumberFormat('en-CA'));

/**
 * Creates `t` for a catalog. It returns a text by key with its placeholders filled: `t('login.resendIn', { seconds: 84
 * })`. Numbers get thousands separators. A text with two plural forms is selected by `count`.
 */
export function translator<const Catalogue extends { readonly [Key in keyof Catalogue]: Message }>(
  catalogue: Catalogue,
) {
  return <Key extends keyof Catalogue & string>(key: Key, ...[values]: Arguments<Catalogue[Key]>): string => {
    const message: Message = catalogue[key];
    // Fast path: most texts have no placeholders, and a screen has many texts.
    if (values === undefined && typeof message === 'string') return message;
    const slots = new Map<string, string | number>(Object.entries(values ?? {}));
    const text = typeof message === 'string' ? message : message[plural(slots.get('count'))];
    return text.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = slots.get(name) ?? '';
      return typeof value === 'number' ? numbers().format(value) : value;
    });
  };
}

function plural(count: string | number | undefined): 'one' | 'other' {
  return plurals().select(Number(count)) === 'one' ? 'one' : 'other';
}
