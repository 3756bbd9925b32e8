import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ChevronDown, ChevronUp, GripVertical } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { classNames } from '#lib/class-names.ts';
import { t } from '#lib/texts.ts';
import type { ColumnToggle } from '../columns.ts';

export interface SortableColumnsProps {
  /** All but the first column, which is always visible and cannot be moved. */
  columns: readonly ColumnToggle[];
  onToggle: (id: string, shown: boolean) => void;
  /** Called with all ids in their new order. */
  onArrange: (ids: readonly string[]) => void;
  /** Called when a drag starts and ends. */
  onDragging: (dragging: boolean) => void;
}

const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/** The list of columns, to show, hide and reorder: by drag, by keyboard, or step by step. */
export function SortableColumns({ columns, onToggle, onArrange, onDragging }: SortableColumnsProps) {
  // A press without movement is not a drag.
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const [said, say] = useState('');
  const lastPlace = useRef(-1);
  const ids = columns.map(({ id }) => id);

  function move(id: string, place: number) {
    onArrange(arrayMove(ids, ids.indexOf(id), place));
  }

  function moveByStep(id: string, step: 1 | -1) {
    const place = ids.indexOf(id) + step;
    move(id, place);
    say(t('columns.movedTo', words(columns, id, place)));
  }

  function handleDragEnd({ active, over }: DragEndEvent) {
    onDragging(false);
    if (over !== null && over.id !== active.id) move(String(active.id), ids.indexOf(String(over.id)));
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[upAndDown]}
      accessibility={{
        announcements: announcementsFor(columns, lastPlace),
        screenReaderInstructions: { draggable: t('columns.instructions') },
      }}
      onDragStart={() => onDragging(true)}
      onDragCancel={() => onDragging(false)}
      onDragEnd={handleDragEnd}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ul aria-label={t('table.columns')} className="grid">
          {columns.map((column, index) => (
            <ColumnRow
              key={column.id}
              column={column}
              onToggle={(shown) => onToggle(column.id, shown)}
              onUp={index === 0 ? undefined : () => moveByStep(column.id, -1)}
              onDown={index === columns.length - 1 ? undefined : () => moveByStep(column.id, 1)}
            />
          ))}
        </ul>
      </SortableContext>
      <p role="status" className="sr-only">
        {said}
      </p>
    </DndContext>
  );
}

function words(columns: readonly ColumnToggle[], id: string, place: number) {
  const label = columns.find((column) => column.id === id)?.label ?? '';
  return { column: label, place: place + 1, count: columns.length };
}

/**
 * Screen reader announcements while a column is moved.
 * @param last the last announced position: right after it is picked up, a column is 'over' its own position
 */
function announcementsFor(columns: readonly ColumnToggle[], last: { current: number }): Announcements {
  const placeOf = (id: string | number) => columns.findIndex((column) => column.id === id);
  const placeWords = (id: string | number, place: number) => {
    last.current = place;
    return words(columns, String(id), place);
  };
  return {
    onDragStart: ({ active: { id } }) => t('columns.pickedUp', placeWords(id, placeOf(id))),
    onDragOver: ({ active: { id }, over }) => {
      const place = over === null ? last.current : placeOf(over.id);
      return place === last.current ? undefined : t('columns.movedTo', placeWords(id, place));
    },
    onDragEnd: ({ active: { id }, over }) => t('columns.dropped', placeWords(id, placeOf(over?.id ?? id))),
    onDragCancel: ({ active: { id } }) => t('columns.cancelled', placeWords(id, placeOf(id))),
  };
}

interface ColumnRowProps {
  column: ColumnToggle;
  onToggle: (shown: boolean) => void;
  /** Undefined for the first row. */
  onUp: (() => void) | undefined;
  /** Undefined for the last row. */
  onDown: (() => void) | undefined;
}

/** One column in the list, with its visibility checkbox and drag handle. */
function ColumnRow({ column, onToggle, onUp, onDown }: ColumnRowProps) {
  const id = useId();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: column.id,
    attributes: { roleDescription: t('columns.handle') },
  });
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={classNames(
        'group/column flex h-8 items-center rounded-small pr-1',
        isDragging ? 'relative z-1 bg-raised shadow-raised ring-1 ring-line' : 'focus-within:bg-hover hover:bg-pressed',
      )}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={t('columns.move', { column: column.label })}
        className="grid size-7 shrink-0 cursor-grab touch-none place-items-center rounded-small text-ink-3 active:cursor-grabbing"
      >
        <GripVertical aria-hidden className="size-3.5!" />
      </button>
      <Checkbox id={id} checked={column.shown} onCheckedChange={onToggle} className="ml-1" />
      <label htmlFor={id} className="min-w-0 flex-1 cursor-pointer truncate py-1.5 pl-2.5">
        {column.label}
      </label>
      <StepButton label={t('columns.up', { column: column.label })} icon={ChevronUp} onClick={onUp} />
      <StepButton label={t('columns.down', { column: column.label })} icon={ChevronDown} onClick={onDown} />
    </li>
  );
}

interface StepButtonProps {
  label: string;
  icon: typeof ChevronUp;
  onClick: (() => void) | undefined;
}

/** Moves the column by one position, for pointer users who cannot drag. Keyboard users use the handle. */
function StepButton({ label, icon: Icon, onClick }: StepButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      disabled={onClick === undefined}
      onClick={onClick}
      className="grid size-6 shrink-0 place-items-center rounded-small text-ink-3 opacity-0 hover:text-ink disabled:invisible group-hover/column:opacity-100 pointer-coarse:opacity-100"
    >
      <Icon aria-hidden className="size-3.5!" />
    </button>
  );
}
