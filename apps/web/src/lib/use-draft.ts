import { useCallback, useEffect, useState } from 'react';
import { type DraftValues, dropDraft, keepDraft, readDraft } from './drafts.ts';
import { readToken, readUser } from './session.ts';

interface Draft<Values extends DraftValues> {
  /** The user's input when the session ended with the form open; undefined if there is nothing to restore. */
  restored: Partial<Values> | undefined;
  /** Called with all values on each change. Never pass a password. */
  keep: (values: Values) => void;
  /** The form was saved, or closed on purpose. */
  drop: () => void;
}

/** Number of mounted instances of each form. */
const open = new Map<string, number>();

/**
 * Keeps what is typed into a form for the case that the session ends, or the page is loaded anew, while the form is
 * open: it is there again for the same user. A form that closes in any other way, which asks first, leaves nothing
 * behind. What is restored is read once, when the calling component is mounted. When another page was loaded instead,
 * the draft waits until the form opens: one that is opened about something chosen there and then drops it.
 * @param form names the form, and what it is about: `edit-user-{id}`; it never changes
 * @param shown false while the form is closed but its component stays
 */
export function useDraft<Values extends DraftValues>(form: string, shown = true): Draft<Values> {
  // It stays who it was when the form opened: when a session ends, its user is forgotten before the form goes.
  const [owner] = useState(() => readUser()?.id);
  const [restored] = useState(() => readDraft(owner, form) as Partial<Values> | undefined);
  const keep = useCallback((values: Values) => keepDraft(owner, form, values), [owner, form]);
  const drop = useCallback(() => dropDraft(owner, form), [owner, form]);

  useEffect(() => {
    if (!shown) return;
    open.set(form, (open.get(form) ?? 0) + 1);
    return () => {
      open.set(form, (open.get(form) ?? 1) - 1);
      // Only what is still gone a moment later is closed: strict mode takes a form away and brings it back at once.
      queueMicrotask(() => {
        if (open.get(form) === 0 && readToken() !== null) drop();
      });
    };
  }, [form, shown, drop]);

  return { restored, keep, drop };
}
