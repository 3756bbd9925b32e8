import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router';
import { useCallback } from 'react';
import { readToken } from '#lib/session.ts';

interface AddressGuardProps {
  /** The URL parameter that opens the dialog. */
  param: string;
  /** Its form is being sent, so nothing may close the dialog. */
  busy: boolean;
  /** Asks whether to discard the input, and then calls back. */
  onAsk: (leave: (may: boolean) => void) => void;
}

/**
 * Blocks Back, Forward and links that would close an open dialog. Does not block the end of a session or
 * `useUrlDialog`'s own closing, because by then the dialog has asked or its form is saved. Does not block closing or
 * reloading the page either, because the input is stored as a draft (see `useDraft`).
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
