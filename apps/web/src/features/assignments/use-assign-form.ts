import type { Order } from '@portal/contract/orders';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, failureText } from '#lib/api-error.ts';
import { localToday } from '#lib/local-day.ts';
import { t } from '#lib/texts.ts';
import { toastError, toastSuccess } from '#lib/toast.ts';
import { useDraft } from '#lib/use-draft.ts';
import {
  type AssignDraft,
  type AssignFaults,
  type AssignValues,
  draftOf,
  faultsOf,
  findFaults,
  fromDraft,
  tickedIds,
} from './assign-values.ts';
import { assignDraftName, assignOrders, listedOrder, reloadAssignments } from './assignments-api.ts';

interface AssignForm {
  values: AssignValues;
  change: (part: Partial<AssignValues>) => void;
  faults: AssignFaults;
  /** Whether closing would lose input. */
  dirty: boolean;
  sending: boolean;
  /** @param more errors that the form controls report themselves */
  submit: (more: AssignFaults) => Promise<void>;
}

/**
 * Form state of the dialog, from opening to assignment. It survives session expiry: when the URL reopens the dialog,
 * nothing is selected in the list, and the draft is restored.
 * @param selected orders checked initially; if there are any, they replace the draft
 */
export function useAssignForm(open: boolean, selected: ReadonlyMap<string, Order>, onAssigned: () => void): AssignForm {
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
  const [faults, setFaults] = useState<AssignFaults>({});
  const [sending, setSending] = useState(false);

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
    setFaults({});
  }

  async function submit(more: AssignFaults) {
    if (sending) return;
    const found = { ...findFaults(values, localToday()), ...more };
    setFaults(found);
    const said = Object.values(found);
    for (const fault of said) toastError(fault, { id: fault });
    if (said.length > 0) return;
    setSending(true);
    try {
      await assignOrders({ ...values, orderIds: tickedIds(values) });
    } catch (error) {
      tell(error);
      setFaults(faultsOf(error));
      return setSending(false);
    }
    toastSuccess(t('assign.done'));
    draft.drop();
    void reloadAssignments(queryClient);
    onAssigned();
  }

  return { values, change, faults, dirty, sending, submit };
}

function tell(error: unknown): void {
  const status = error instanceof ApiError ? error.status : 0;
  // The API client has already reported the expired session.
  if (status === 401) return;
  toastError(status === 400 ? t('assign.denied') : t('state.error'), {
    description: failureText(error, t('assign.failed')),
  });
}
