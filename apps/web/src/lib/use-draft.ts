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
 * Stores the input of an open form, and restores it for the same user after the session has ended or the page was
 * reloaded. Closing the form in any other way, which asks first, removes it. The draft is read once, when the calling
 * component mounts. If the user has opened another page, it waits until the form opens again.
 * @param form name of the form and its subject, such as `edit-user-{id}`; never changes
 * @param shown false while the form is closed but its component stays
 */
export function useDraft<Values extends DraftValues>(form: string, shown = true): Draft<Values> {
  // The user when the form opened: when a session ends, its user is removed before the form unmounts.
  const [owner] = useState(() => readUser()?.id);
  const [restored] = useState(() => readDraft(owner, form) as Partial<Values> | undefined);
  const keep = useCallback((values: Values) => keepDraft(owner, form, values), [owner, form]);
  const drop = useCallback(() => dropDraft(owner, form), [owner, form]);

  useEffect(() => {
    if (!shown) return;
    open.set(form, (open.get(form) ?? 0) + 1);
    return () => {
      open.set(form, (open.get(form) ?? 1) - 1);
      // Strict mode unmounts and remounts at once: the form is closed only if it is still unmounted afterwards.
      queueMicrotask(() => {
        if (open.get(form) === 0 && readToken() !== null) drop();
      });
    };
  }, [form, shown, drop]);

  return { restored, keep, drop };
}
