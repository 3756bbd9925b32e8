import { useEffect, useRef, useSyncExternalStore } from 'react';
import { createSignal } from './signal.ts';
import { readStored, writeStored } from './storage.ts';

const key = 'shortcuts';
const change = createSignal();

/** Whether single-key shortcuts are enabled on this device. Users of voice input turn them off. */
export function areShortcutsOn(): boolean {
  return readStored(key) !== 'off';
}

/** Enables or disables single-key shortcuts and stores the choice. */
export function turnShortcuts(on: boolean): void {
  writeStored(key, on ? 'on' : 'off');
  change.emit();
}

export function useShortcutsOn(): boolean {
  return useSyncExternalStore(change.subscribe, areShortcutsOn);
}

/**
 * Runs an action on a single key anywhere on the page, except while the user is typing or choosing, while a dialog or
 * menu is open, with a modifier key, or while single-key shortcuts are disabled.
 * @param character as produced by the user's keyboard layout, with or without Shift
 * @param place `dialog` for a shortcut of an open dialog, which works while nothing is open above it
 */
export function useSingleKey(character: string, action: () => void, place: 'page' | 'dialog' = 'page'): void {
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => {
    function hear(event: KeyboardEvent) {
      if (event.key !== character || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.defaultPrevented || !areShortcutsOn() || isTakenElsewhere(event.target, place)) return;
      event.preventDefault();
      latest.current();
    }
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [character, place]);
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Label of the command palette's shortcut on this computer, and its name for assistive technology. */
export const paletteKey = isMac ? { label: '⌘ K', aria: 'Meta+K' } : { label: 'Ctrl K', aria: 'Control+K' };

/** Ctrl-K, or ⌘-K on a Mac, where Ctrl-K edits text. */
export function isPaletteKey(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() !== 'k' || event.shiftKey || event.altKey) return false;
  return isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
}

function isTakenElsewhere(target: EventTarget | null, place: 'page' | 'dialog'): boolean {
  const above = document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]');
  if (above.length > (place === 'dialog' ? 1 : 0)) return true;
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}

// `key` is null if the whole storage was cleared.
window.addEventListener('storage', (event) => {
  if (event.key === key || event.key === null) change.emit();
});
