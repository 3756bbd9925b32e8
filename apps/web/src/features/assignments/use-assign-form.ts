import type { Order } from '@portal/contract/orders';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, failureText } from '#lib/api-error.ts';
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
  /** Something in it would be lost. */
  dirty: boolean;
  sending: boolean;
  /** @param more faults that the boxes themselves know of */
  submit: (more: AssignFaults) => Promise<void>;
}

/**
 * What is chosen and typed in the dialog, from its opening to the assignment. It outlives a session that ends meanwhile:
 * when the dialog comes up again by its address, nothing is selected, and what stood in it is there again.
 * @param selected ticked at first; where there are any, they and nothing else
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
    // A draft about other orders must not come up after these.
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
    const found = { ...findFaults(values, new Date().toISOString().slice(0, 10)), ...more };
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
  // A session that has ended was told already, by the call itself.
  if (status === 401) return;
  toastError(status === 400 ? t('assign.denied') : t('assign.error'), {
    description: failureText(error, t('assign.failed')),
  });
}
