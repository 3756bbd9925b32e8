import { useEffect, useRef, useSyncExternalStore } from 'react';
import { readStored, writeStored } from './storage.ts';

const key = 'shortcuts';
const listeners = new Set<() => void>();

/** Whether single keys do something on this device. Somebody who dictates to the computer turns them off. */
export function areShortcutsOn(): boolean {
  return readStored(key) !== 'off';
}

/** Turns the shortcuts of a single key on or off, and keeps that. */
export function turnShortcuts(on: boolean): void {
  writeStored(key, on ? 'on' : 'off');
  announce();
}

export function useShortcutsOn(): boolean {
  return useSyncExternalStore(subscribe, areShortcutsOn);
}

/**
 * Does something at a single key, pressed anywhere on the page: not while somebody types or chooses, not while a dialog
 * or a menu is open, not together with another key, and not where single keys are turned off.
 * @param character as the reader's keyboard writes it, Shift or not
 */
export function useSingleKey(character: string, action: () => void): void {
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => {
    function hear(event: KeyboardEvent) {
      if (event.key !== character || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.defaultPrevented || !areShortcutsOn() || isTakenElsewhere(event.target)) return;
      event.preventDefault();
      latest.current();
    }
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [character]);
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** How the key of the command palette is written on this computer, and named to assistive technology. */
export const paletteKey = isMac ? { label: '⌘ K', aria: 'Meta+K' } : { label: 'Ctrl K', aria: 'Control+K' };

/** Ctrl-K; on a Mac, where Ctrl-K edits text, ⌘-K. */
export function isPaletteKey(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() !== 'k' || event.shiftKey || event.altKey) return false;
  return isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
}

function isTakenElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') !== null) return true;
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}

function announce(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// `key` is null when the whole storage was cleared.
window.addEventListener('storage', (event) => {
  if (event.key === key || event.key === null) announce();
});
