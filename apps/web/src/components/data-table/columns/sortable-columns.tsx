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
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { useRef, useState } from 'react';
import { t } from '#lib/texts.ts';
import type { ColumnToggle } from '../columns-menu.tsx';
import { ColumnRow } from './column-row.tsx';

interface SortableColumnsProps {
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
  const tell = (id: string | number, place: number) => {
    last.current = place;
    return words(columns, String(id), place);
  };
  return {
    onDragStart: ({ active: { id } }) => t('columns.pickedUp', tell(id, placeOf(id))),
    onDragOver: ({ active: { id }, over }) => {
      const place = over === null ? last.current : placeOf(over.id);
      return place === last.current ? undefined : t('columns.movedTo', tell(id, place));
    },
    onDragEnd: ({ active: { id }, over }) => t('columns.dropped', tell(id, placeOf(over?.id ?? id))),
    onDragCancel: ({ active: { id } }) => t('columns.cancelled', tell(id, placeOf(id))),
  };
}
