import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router';
import { useCallback } from 'react';
import { readToken } from '#lib/session.ts';

interface AddressGuardProps {
  /** The parameter of the address that holds the dialog open. */
  param: string;
  /** Nothing may close the dialog now: its form is being sent. */
  busy: boolean;
  /** Asks whether what was typed may be lost, and then calls back. */
  onAsk: (leave: (may: boolean) => void) => void;
}

/**
 * Holds the address of an open dialog against Back, Forward and links, which would close it. Never against the end of
 * a session, and not against `useUrlDialog`'s own closing: by then the dialog has asked, or its form is saved. A page
 * that is closed or loaded anew is not held either: what was typed is a draft by then (see `useDraft`).
 */
export function AddressGuard({ param, busy, onAsk }: AddressGuardProps) {
  const shouldBlockFn: ShouldBlockFn = useCallback(
    ({ current, next }) => {
      const [before, after]: Record<string, unknown>[] = [{ ...current.search }, { ...next.search }];
      const stays = next.pathname === current.pathname && after?.[param] === before?.[param];
      if (stays || readToken() === null) return false;
      return busy || new Promise<boolean>((resolve) => onAsk((may) => resolve(!may)));
    },
    [param, busy, onAsk],
  );
  useBlocker({ shouldBlockFn, enableBeforeUnload: false });
  return null;
}
