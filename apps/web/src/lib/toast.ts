import { createElement, type ReactNode } from 'react';
import { toast as show } from 'sonner';
import { failureOf } from './api-error.ts';

interface ToastOptions {
  description?: string | undefined;
  /** A toast replaces an earlier one with the same id. */
  id?: string | undefined;
}

/** Success toast. Announced politely, because the toast region is polite. */
export function toastSuccess(title: string, options: ToastOptions = {}): void {
  show.success(title, defined(options));
}

/** Error toast. Announced immediately (role=alert) although the toast region is polite. */
export function toastError(title: string, options: ToastOptions = {}): void {
  show.error(alert(title), defined(options));
}

/** Toast for an outcome that is neither a success nor a failure. Announced immediately, like an error. */
export function toastWarning(title: string, options: ToastOptions = {}): void {
  show.warning(alert(title), defined(options));
}

/** Shows that a request failed: the server's message, or the fallback with the reason below it. */
export function toastFailure(error: unknown, fallback: string): void {
  const { message, reason } = failureOf(error, fallback);
  toastError(message, { description: reason });
}

function alert(text: string): ReactNode {
  return createElement('span', { role: 'alert' }, text);
}

function defined({ description, id }: ToastOptions) {
  return { ...(description === undefined ? {} : { description }), ...(id === undefined ? {} : { id }) };
}
