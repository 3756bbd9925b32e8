import type { Order } from '@portal/contract/orders';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, failureText } from '#lib/api-error.ts';
import { incompleteDayError } from '#lib/incomplete-day.ts';
import { localToday } from '#lib/local-day.ts';
import { t } from '#lib/texts.ts';
import { toastError, toastSuccess } from '#lib/toast.ts';
import { useDraft } from '#lib/use-draft.ts';
import { type FormErrors, useForm } from '#lib/use-form.ts';
import {
  type AssignDraft,
  type AssignValues,
  draftOf,
  faultsOf,
  findFaults,
  fromDraft,
  tickedIds,
} from './assign-values.ts';
import { assignDraftName, assignOrders, listedOrder, reloadAssignments } from './assignments-api.ts';

interface AssignFormOptions {
  open: boolean;
  selected: ReadonlyMap<string, Order>;
  /** Fields have errors, which must be visible to get the focus. */
  onInvalid: () => void;
  onAssigned: () => void;
}

/**
 * Form state of the dialog, from opening to assignment. It survives session expiry: when the URL reopens the dialog,
 * nothing is selected in the list, and the draft is restored.
 * @param selected orders checked initially; if there are any, they replace the draft
 */
export function useAssignForm({ open, selected, onInvalid, onAssigned }: AssignFormOptions) {
  const queryClient = useQueryClient();
  const draft = useDraft<AssignDraft>(assignDraftName, open);
  const [resumes] = useState(selected.size === 0);
  const [restored] = useState(() => (resumes && draft.restored ? fromDraft(draft.restored) : undefined));
  const [values, setValues] = useState<AssignValues>(
    () =>
      restored ?? {
        userId: '',
        orders: Array.from(selected.values(), (order) => ({ ...listedOrder(order), ticked: true })),
        note: '',
        lastDay: '',
      },
  );
  const [dirty, setDirty] = useState(restored !== undefined);

  const { drop } = draft;
  useEffect(() => {
    // Drop a draft about other orders, so that it does not reappear later.
    if (!resumes) drop();
  }, [resumes, drop]);

  function change(part: Partial<AssignValues>) {
    const next = { ...values, ...part };
    setValues(next);
    draft.keep(draftOf(next));
    setDirty(true);
    setErrors({});
  }

  /** Returns the errors, and shows their fields if there are any. */
  function reveal(found: FormErrors): FormErrors {
    if (Object.keys(found).length > 0) onInvalid();
    return found;
  }

  const { errors, setErrors, busy, handleSubmit } = useForm<'lastDay'>({
    validate: ({ lastDay }: { lastDay?: HTMLInputElement }) => {
      const found = { ...findFaults(values, localToday()), ...incompleteDay(lastDay) };
      for (const fault of Object.values(found)) if (fault !== undefined) toastError(fault, { id: fault });
      return reveal(found);
    },
    send: async () => {
      try {
        await assignOrders({ ...values, orderIds: tickedIds(values) });
      } catch (error) {
        notify(error);
        return reveal(faultsOf(error));
      }
      toastSuccess(t('assign.done'));
      draft.drop();
      void reloadAssignments(queryClient);
      onAssigned();
      return undefined;
    },
  });

  /** Whether the fields may be hidden. A partly typed date keeps its field, and gets its error: no state holds it. */
  function mayHideFields(lastDay: HTMLInputElement | null): boolean {
    const found = incompleteDay(lastDay);
    if (found.endsAt === undefined) return true;
    setErrors({ ...errors, ...found });
    lastDay?.focus();
    return false;
  }

  /** `dirty`: closing would lose input. */
  return { values, change, errors, dirty, busy, handleSubmit, mayHideFields };
}

function incompleteDay(lastDay: HTMLInputElement | null | undefined): FormErrors {
  const fault = incompleteDayError(lastDay);
  return fault === undefined ? {} : { endsAt: fault };
}

function notify(error: unknown): void {
  const status = error instanceof ApiError ? error.status : 0;
  // The API client has already reported the expired session.
  if (status === 401) return;
  toastError(status === 400 ? t('assign.denied') : t('state.error'), {
    description: failureText(error, t('assign.failed')),
  });
}
