import { useCallback, useEffect, useRef, useState } from 'react';

/** Search and filters of tables wait this long for the next letter, in milliseconds. */
const debounce = 300;

interface DebouncedText {
  value: string;
  onCommit: (text: string) => void;
  /** The form in which a committed text comes back as `value`. */
  clean: (text: string) => string;
}

/**
 * Text that shows at once what is typed and passes it on when the typing pauses, when its field goes away, or at once
 * by `flush`: before something else is done with the page, which what comes later would undo.
 * A value that changes from outside, by Back say, takes the place of what was typed.
 */
export function useDebouncedText(
  options: DebouncedText,
): [draft: string, change: (text: string) => void, flush: () => void] {
  const { value } = options;
  const [draft, setDraft] = useState(value);
  const committed = useRef(value);
  const waiting = useRef<{ text: string; timer: number } | undefined>(undefined);
  const latest = useRef(options);

  useEffect(() => {
    latest.current = options;
  });

  useEffect(() => {
    // The echo of what was passed on: by now the reader may have typed more.
    if (value === committed.current) return;
    committed.current = value;
    clearTimeout(waiting.current?.timer);
    waiting.current = undefined;
    setDraft(value);
  }, [value]);

  const flush = useCallback(() => {
    const pending = waiting.current;
    if (pending === undefined) return;
    clearTimeout(pending.timer);
    waiting.current = undefined;
    committed.current = latest.current.clean(pending.text);
    latest.current.onCommit(pending.text);
  }, []);

  useEffect(() => flush, [flush]);

  function change(text: string) {
    setDraft(text);
    clearTimeout(waiting.current?.timer);
    waiting.current = { text, timer: window.setTimeout(flush, debounce) };
  }
  return [draft, change, flush];
}
