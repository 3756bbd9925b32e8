import { useState } from 'react';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { Input } from '#components/ui/input.tsx';
import { t } from '#lib/texts.ts';
import { useForm } from '#lib/use-form.ts';
import { type DialogState, newOnOpen } from '#lib/use-opening.ts';
import type { TableRules } from '../table-state.ts';
import type { Preset } from './preset.ts';
import { type PresetView, viewToPreset } from './preset-view.ts';
import { usePresets, useSavePresets } from './use-presets.ts';

interface SavePresetDialogProps extends DialogState {
  tableKey: string;
  rules: TableRules;
  /** The state to save. */
  view: PresetView;
}

const nameLength = 100;

/** Saves the current state under a name. Asks before it replaces a preset with the same name. */
export const SavePresetDialog = newOnOpen<SavePresetDialogProps>(({ open, tableKey, rules, view, onClose }) => {
  const { presets } = usePresets(tableKey, true);
  const save = useSavePresets(tableKey);
  const [typed, setTyped] = useState('');
  const [replacing, setReplacing] = useState(false);
  const name = typed.trim();
  const namesake = presets.find((preset) => sameName(preset.name, name));

  async function store(replaced: Preset | undefined) {
    const preset = {
      ...viewToPreset(view, rules),
      id: replaced?.id ?? newId(),
      name,
      isDefault: false,
      createdAt: new Date().toISOString(),
    };
    const base = replaced === undefined ? {} : { base: replaced };
    const outcome = await save({ kind: 'put', preset, ...base }, t('presets.saved', { name }));
    if (outcome === 'refused') return {};
    onClose();
    return undefined;
  }

  const { busy, handleSubmit } = useForm({
    send: async () => {
      if (namesake === undefined) return store(undefined);
      setReplacing(true);
      return {};
    },
  });

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('presets.dialogTitle')}
      submit={t('presets.submit')}
      submitting={t('action.saving')}
      busy={busy}
      complete={name !== ''}
      dirty={name !== ''}
      onSubmit={handleSubmit}
    >
      <Field label={t('label.name')} hint={t('presets.keeps')}>
        {(control) => (
          <Input
            {...control}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            maxLength={nameLength}
            autoComplete="off"
          />
        )}
      </Field>
      <ConfirmDialog
        open={replacing}
        onOpenChange={setReplacing}
        title={t('presets.replaceTitle', { name: namesake?.name ?? name })}
        description={t('presets.replaceDescription')}
        confirm={t('presets.replace')}
        confirming={t('action.saving')}
        onConfirm={() => store(namesake)}
      />
    </FormDialog>
  );
});

function sameName(one: string, other: string): boolean {
  return one.trim().localeCompare(other, undefined, { sensitivity: 'accent' }) === 0;
}

/** `crypto.randomUUID` requires HTTPS, and a trial installation may not have it. */
function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
