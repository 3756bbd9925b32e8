import { locale, once } from '../locale.ts';

type Plurals = { readonly [Rule in Intl.LDMLPluralRule]?: string } & { readonly other: string };
type Message = string | Plurals;
type Text<Given> = Given extends { other: infer Other } ? Other : Given;
type Slots<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Slots<Rest> : never;
type Values<Given> = { [Name in Slots<Text<Given>>]: string | number };
type Arguments<Given> = [Slots<Text<Given>>] extends [never] ? [] : [values: Values<Given>];

export type KeyWithoutSlots<Catalogue> = {
  [Key in keyof Catalogue]: [Slots<Text<Catalogue[Key]>>] extends [never] ? Key : never;
}[keyof Catalogue];

const plurals = once(() => new Intl.PluralRules(locale.language));
const numbers = once(() => new Intl.NumberFormat(locale.numbers));

/**
 * Creates `t` for a catalog. It returns a text by key with its placeholders filled: `t('login.resendIn', { seconds: 84
 * })`. Numbers get thousands separators. A text with plural forms is selected by `count`.
 */
export function translator<const Catalogue extends { readonly [Key in keyof Catalogue]: Message }>(
  catalogue: Catalogue,
) {
  return <Key extends keyof Catalogue & string>(key: Key, ...[values]: Arguments<Catalogue[Key]>): string => {
    const message: Message = catalogue[key];
    // Fast path: most texts have no placeholders, and a screen has many texts.
    if (values === undefined && typeof message === 'string') return message;
    const slots = new Map<string, string | number>(Object.entries(values ?? {}));
    const text =
      typeof message === 'string' ? message : (message[plurals().select(Number(slots.get('count')))] ?? message.other);
    return text.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = slots.get(name) ?? '';
      return typeof value === 'number' ? numbers().format(value) : value;
    });
  };
}
