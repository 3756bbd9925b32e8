import { createElement, type ReactNode } from 'react';
import { toast as show } from 'sonner';
import { failureOf } from './api-error.ts';

interface ToastOptions {
  description?: string | undefined;
  /** A toast replaces the one with the same id, if that is still shown. */
  id?: string | undefined;
}

/** The library's id of each toast that can be replaced. One that is leaving is not in it: it would take its replacement along. */
const replaceable = new Map<string, string | number>();

/** Success toast. Announced politely, because the toast region is polite. */
export function toastSuccess(title: string, options: ToastOptions = {}): void {
  notify(show.success, title, options);
}

/** Error toast. Announced immediately (role=alert) although the toast region is polite. */
export function toastError(title: string, options: ToastOptions = {}): void {
  notify(show.error, alert(title), options);
}

/** Toast for an outcome that is neither a success nor a failure. Announced immediately, like an error. */
export function toastWarning(title: string, options: ToastOptions = {}): void {
  notify(show.warning, alert(title), options);
}

/** Shows that a request failed: the server's message, or the fallback with the reason below it. */
export function toastFailure(error: unknown, fallback: string): void {
  const { message, reason } = failureOf(error, fallback);
  toastError(message, { description: reason });
}

function alert(text: string): ReactNode {
  return createElement('span', { role: 'alert' }, text);
}

function notify(type: typeof show.error, title: ReactNode, { description, id }: ToastOptions) {
  if (id === undefined) {
    type(title, { description });
    return;
  }
  const earlier = replaceable.get(id);
  const forget = () => void replaceable.delete(id);
  const options = { description, onAutoClose: forget, onDismiss: forget };
  replaceable.set(id, type(title, earlier === undefined ? options : { ...options, id: earlier }));
}
