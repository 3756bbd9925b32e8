import { createElement, type ReactNode } from 'react';
import { toast as show } from 'sonner';
import { failureOf } from './api-error.ts';

interface ToastOptions {
  description?: string | undefined;
  /** Two toasts of one id are one: the later replaces the earlier. */
  id?: string | undefined;
}

/** Tells that something was done. Read out politely, since the toaster is a polite live region. */
export function toastSuccess(title: string, options: ToastOptions = {}): void {
  show.success(title, defined(options));
}

/** Tells that something failed. Read out at once: an alert within the polite region. */
export function toastError(title: string, options: ToastOptions = {}): void {
  show.error(alert(title), defined(options));
}

/** Tells that a call failed: in the server's own words, else by the fallback and, below it, why no answer came. */
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
