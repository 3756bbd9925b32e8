import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiError, failureText, isSessionEnd } from '#lib/api-error.ts';
import { profileQuery } from '#lib/profile.ts';
import { deriveRole } from '#lib/role.ts';
import { type TextKey, t } from '#lib/texts.ts';
import { toastError, toastSuccess } from '#lib/toast.ts';
import type { FormErrors } from '#lib/use-form.ts';
import { reloadPeople } from './users-api.ts';

export interface ChangeTexts {
  done: TextKey;
  /** Shown if the server gives no reason; if undefined, the error's own message is shown. */
  failed?: TextKey;
  /** Resolves only when the refetched lists are shown. */
  awaitsReload?: boolean;
}

/**
 * Changes users and groups: shows the result of each change and refetches everything that depends on it. Resolves to
 * the errors by field, or undefined if done. An error of `version` means that someone else has changed the record
 * meanwhile.
 */
export function useChange(): (change: () => Promise<unknown>, texts: ChangeTexts) => Promise<FormErrors | undefined> {
  const queryClient = useQueryClient();
  return useCallback(
    async (change, { done, failed, awaitsReload = false }) => {
      try {
        await change();
      } catch (error) {
        notify(error, failed);
        return fieldErrors(error);
      }
      toastSuccess(t('users.success'), { description: t(done) });
      const reloading = reloadPeople(queryClient);
      if (awaitsReload) await reloading;
      return undefined;
    },
    [queryClient],
  );
}

function notify(error: unknown, failed: TextKey | undefined): void {
  // The API client has already reported the expired session.
  if (isSessionEnd(error)) return;
  const raw = (error instanceof Error ? error.message : String(error)) || t('errors.server');
  toastError(t('state.error'), { description: failed === undefined ? raw : failureText(error, t(failed)) });
}

function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(error.details.map(({ path, message }) => [path, message]));
}

/** Why the current user cannot change users or groups: a customer's administrator without a customer. */
export function useUnlinkedReason(): string | undefined {
  const { data: profile } = useQuery(profileQuery);
  if (profile === undefined || deriveRole(profile.groups) !== 'customer_admin') return undefined;
  return profile.customerNetsuiteId === undefined ? t('users.action.unlinked') : undefined;
}
