import { Star, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useMemo } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { classNames } from '#lib/class-names.ts';
import { formatFacts } from '#lib/format.ts';
import { t } from '#lib/texts.ts';
import { toastSuccess } from '#lib/toast.ts';
import type { TableFilter } from '../filters/table-filters.ts';
import type { TableRules } from '../table-state.ts';
import type { Preset } from './preset.ts';
import {
  type BuiltInView,
  isNarrowed,
  type PresetActions,
  type PresetView,
  presetQuery,
  presetToState,
} from './preset-view.ts';
import { usePresets, useSavePresets } from './use-presets.ts';

export interface PresetsPanelProps {
  tableKey: string;
  rules: TableRules;
  /** The current state, which a new preset stores. */
  view: PresetView;
  /** Built-in views. */
  views: (() => readonly BuiltInView[]) | undefined;
  onApply: (preset: Preset) => void;
  onView: (view: BuiltInView) => void;
  onSave: () => void;
  onDelete: (preset: Preset) => void;
  /** The list's own actions for a preset. */
  presetActions?: PresetActions | undefined;
}

/** Built-in views and the user's own presets, to apply, delete, make the default, and add to. */
export function PresetsPanel(props: PresetsPanelProps) {
  const { tableKey, rules, view, views, onApply, onView, onSave, onDelete } = props;
  const { presets, loading } = usePresets(tableKey, true);
  const save = useSavePresets(tableKey);
  const given = useMemo(() => views?.() ?? [], [views]);
  const savable = isNarrowed(view.state);
  const hintId = useId();

  function apply(preset: Preset) {
    onApply(preset);
    toastSuccess(t('presets.applied', { name: preset.name }));
  }

  function setDefault({ id, name, isDefault }: Preset) {
    if (isDefault) return save({ kind: 'default', id: null }, t('presets.defaultUnset', { name }));
    return save({ kind: 'default', id }, t('presets.defaultSet', { name }));
  }

  return (
    <>
      {given.length === 0 ? null : (
        <Section title={t('presets.views')}>
          {given.map((each) => (
            <li key={each.id}>
              <button
                type="button"
                onClick={() => onView(each)}
                className="flex h-8 w-full items-center rounded-small px-2 text-left hover:bg-pressed"
              >
                <span className="truncate">{each.name}</span>
              </button>
            </li>
          ))}
        </Section>
      )}
      <Section title={t('presets.title')}>
        {presets.map((preset) => (
          <PresetRow
            key={preset.id}
            preset={preset}
            filters={rules.filters}
            actions={props.presetActions?.(preset, presetQuery(preset, rules))}
            onApply={() => apply(preset)}
            onDefault={() => setDefault(preset)}
            onDelete={() => onDelete(preset)}
          />
        ))}
      </Section>
      {presets.length > 0 ? null : loading ? (
        <div role="status" className="px-2 py-2.5">
          <span className="sr-only">{t('presets.loading')}</span>
          <Skeleton className="h-3 w-40" />
        </div>
      ) : (
        <p className="px-2 pb-2 text-ink-3 text-small">{t('presets.none')}</p>
      )}
      {/* Shown below the final list, which would otherwise push it away from under a click. */}
      <div hidden={loading} className="sticky -bottom-1 border-line border-t bg-raised pt-1">
        <Button
          size="small"
          variant="ghost"
          onClick={onSave}
          disabled={!savable}
          aria-describedby={savable ? undefined : hintId}
          className="w-full justify-items-start"
        >
          {t('presets.save')}
        </Button>
        {savable ? null : (
          <p id={hintId} className="px-2 pb-1 text-ink-3 text-small">
            {t('presets.saveHint')}
          </p>
        )}
      </div>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="pb-1">
      <h2 id={id} className="px-2 pt-1.5 pb-1 font-medium text-ink-3 text-small">
        {title}
      </h2>
      <ul className="grid grid-cols-[minmax(0,1fr)]">{children}</ul>
    </section>
  );
}

interface PresetRowProps {
  preset: Preset;
  filters: readonly TableFilter[];
  /** The list's own actions. */
  actions: ReactNode;
  onApply: () => void;
  onDefault: () => Promise<unknown>;
  onDelete: () => void;
}

/** One preset in the menu. A click on its name applies it. */
function PresetRow({ preset, filters, actions, onApply, onDefault, onDelete }: PresetRowProps) {
  const id = useId();
  const { name, isDefault } = preset;
  const setDefault = t('presets.makeDefault', { name });
  const remove = t('action.deleteOf', { name });
  return (
    <li className="relative flex items-center gap-0.5 rounded-small pr-1 focus-within:bg-hover hover:bg-pressed">
      <div className="grid min-w-0 flex-1 px-2 py-1.5">
        <button
          type="button"
          onClick={onApply}
          aria-describedby={id}
          // A click beside or below the name also applies it.
          className="truncate rounded-small text-left after:absolute after:inset-0"
        >
          {name}
        </button>
        <p id={id} className="truncate text-ink-3 text-small">
          {formatFacts([isDefault ? t('presets.default') : undefined, ...conditions(preset, filters)])}
        </p>
      </div>
      {actions}
      <Button
        variant="ghost"
        size="small"
        icon
        aria-label={setDefault}
        data-tooltip
        aria-pressed={isDefault}
        onClick={onDefault}
        className="z-1"
      >
        <Star aria-hidden className={classNames('size-3.5!', isDefault && 'fill-current text-accent')} />
      </Button>
      <Button variant="ghost" size="small" icon aria-label={remove} data-tooltip onClick={onDelete} className="z-1">
        <Trash2 aria-hidden className="size-3.5!" />
      </Button>
    </li>
  );
}

/** Human-readable summary of the preset, as far as this table supports it. */
function conditions(preset: Preset, filters: readonly TableFilter[]): string[] {
  const { search = '', filters: values = {} } = presetToState(preset, { filters, sortable: [] });
  const found = filters.flatMap((filter) => {
    const text = values[filter.id];
    return text === undefined ? [] : [`${filter.label} ${filter.kind.summarize(text)}`];
  });
  return search === '' ? found : [t('presets.search', { text: search }), ...found];
}

interface DeletePresetDialogProps {
  tableKey: string;
  preset: Preset;
  open: boolean;
  onClose: () => void;
}

/** Confirms with the preset's name, then deletes it. */
export function DeletePresetDialog({ tableKey, preset, open, onClose }: DeletePresetDialogProps) {
  const save = useSavePresets(tableKey);
  const { id, name } = preset;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('presets.deleteTitle', { name })}
      description={t('presets.deleteDescription')}
      confirm={t('action.delete')}
      confirming={t('action.deleting')}
      onConfirm={() => save({ kind: 'delete', id, base: preset }, t('presets.deleted', { name }))}
    />
  );
}
