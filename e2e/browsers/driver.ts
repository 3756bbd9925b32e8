/** A key as all browsers here name it; `Control+k` and the like hold the first one down. */
export type Key = 'Tab' | 'Shift+Tab' | 'Escape' | 'Enter' | 'Control+k' | '?';

/** The browser functions that the checks need: one page, driven by real key and mouse events. */
export interface Driver {
  /** Name and version, as it is printed. */
  name: string;
  open: (url: string) => Promise<void>;
  /** Calls a function in the page. It is sent as text, so it may use only its argument. */
  run: <Input, Output>(inPage: (input: Input) => Output, input: Input) => Promise<Output>;
  press: (key: Key) => Promise<void>;
  type: (text: string) => Promise<void>;
  /** Clicks at a point, in CSS pixels from the top left corner of the page's window. */
  click: (x: number, y: number) => Promise<void>;
  /** Moves the pointer to a point without a click. */
  hover: (x: number, y: number) => Promise<void>;
  /** Gives the page another inner size, in CSS pixels. */
  resize: (size: Size) => Promise<void>;
  /** A picture of the window, as PNG. */
  picture: () => Promise<Buffer>;
  close: () => Promise<void>;
}

/** Width and height in CSS pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Inner sizes of the window, in CSS pixels: that of all checks, and a phone's. */
export const viewport: Size = { width: 1440, height: 900 };
export const phone: Size = { width: 390, height: 844 };

/** Names of keys to code points, as WebDriver has them. */
const codes: Record<string, string> = {
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
};

/** The WebDriver actions (classic and BiDi) of a key, with those that are held down meanwhile. */
export function keyActions(key: Key): object[] {
  const values = key.split('+').map((part) => codes[part] ?? part);
  const actions = [
    ...values.map((value) => ({ type: 'keyDown', value })),
    ...values.toReversed().map((value) => ({ type: 'keyUp', value })),
  ];
  return [{ type: 'key', id: 'keyboard', actions }];
}

/** The WebDriver actions of text typed letter by letter. */
export function textActions(text: string): object[] {
  const actions = [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
  return [{ type: 'key', id: 'keyboard', actions }];
}

/** The WebDriver actions of moving the pointer. */
export function hoverActions(x: number, y: number): object[] {
  return pointerActions([moveTo(x, y)]);
}

/** The WebDriver actions of a click. */
export function clickActions(x: number, y: number): object[] {
  return pointerActions([moveTo(x, y), { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]);
}

function moveTo(x: number, y: number): object {
  return { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0, origin: 'viewport' };
}

function pointerActions(actions: object[]): object[] {
  return [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }];
}

/** Source of a function that takes and returns JSON. */
export function asJsonFunction(inPage: (input: never) => unknown): string {
  return `(json) => JSON.stringify((${inPage})(JSON.parse(json))) ?? 'null'`;
}
