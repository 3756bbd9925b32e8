import type { UploadedAttachment } from '@portal/contract/attachments';
import type { PaperKind } from '@portal/contract/values';
import { ApiError, messageOf } from '#lib/api-error.ts';
import { formatByteLimit } from '#lib/format.ts';
import { t } from '#lib/texts.ts';

export type UploadState =
  | { kind: 'chosen' }
  | { kind: 'waiting' }
  /** 0 to 100. At 100 all bytes have been sent and the server is storing the file. */
  | { kind: 'sending'; percent: number }
  | { kind: 'failed'; message: string; mayRetry: boolean };

/** A file to upload, with its own key. */
export interface Upload {
  key: number;
  file: File;
  description: string;
  kind: PaperKind | null;
  state: UploadState;
}

/** An upload whose bytes the order already had under the name `duplicateOf`. */
export type Duplicate = UploadedAttachment & { duplicateOf: string };

/** A request for a paper that the user is writing. */
export interface RequestDraft {
  /** The guest to ask, who may have lost access since; undefined until the guests are loaded. */
  userId: string | undefined;
  kind: PaperKind;
  note: string;
}

export interface Uploads {
  /** Description for the selected files. */
  description: string;
  items: readonly Upload[];
  /** Duplicates that the user has not kept or deleted yet. */
  duplicates: readonly Duplicate[];
  /** Null while the form to ask for a paper is closed. */
  request: RequestDraft | null;
}

type SendFile = (
  upload: Upload,
  onProgress: (sent: number) => void,
  signal: AbortSignal,
) => Promise<UploadedAttachment>;

interface Dependencies {
  send: SendFile;
  onUploaded: (uploaded: UploadedAttachment) => void;
  /** Called when nothing is left to send, with the files uploaded since the queue started. There is at least one. */
  onIdle: (arrived: readonly UploadedAttachment[]) => void;
  /** Called when an upload is canceled. The server may have stored it already. */
  onCancelled: () => void;
}

export type UploadQueue = ReturnType<typeof createUploadQueue>;

const nothing: Uploads = { description: '', items: [], duplicates: [], request: null };

/** Upload queue: files are selected, then sent one at a time, each with its own result. */
export function createUploadQueue({ send, onUploaded, onIdle, onCancelled }: Dependencies) {
  const listeners = new Set<() => void>();
  let uploads = nothing;
  let lastKey = 0;
  let current: { key: number; life: AbortController } | undefined;
  let arrived: readonly UploadedAttachment[] = [];

  function change(part: Partial<Uploads>): void {
    uploads = { ...uploads, ...part };
    for (const listener of listeners) listener();
  }

  function update(edit: (upload: Upload) => Upload): void {
    change({ items: uploads.items.map(edit) });
  }

  function setState(key: number, state: UploadState): void {
    update((upload) => (upload.key === key ? { ...upload, state } : upload));
  }

  async function run(): Promise<void> {
    const next = uploads.items.find(({ state }) => state.kind === 'waiting');
    if (current !== undefined) return;
    if (next === undefined) return notifyIdle();
    const { key } = next;
    const life = new AbortController();
    current = { key, life };
    let percent = 0;
    setState(key, { kind: 'sending', percent });
    try {
      const uploaded = await send(
        next,
        (sent) => {
          // Rounded down, so that 100 means that everything was sent.
          const reached = Math.floor(sent * 100);
          if (reached > percent && !life.signal.aborted) setState(key, { kind: 'sending', percent: reached });
          percent = Math.max(percent, reached);
        },
        life.signal,
      );
      finish(key, uploaded);
    } catch (error) {
      if (!life.signal.aborted) fail(key, error);
    }
    current = undefined;
    await run();
  }

  function notifyIdle(): void {
    const all = arrived;
    arrived = [];
    if (all.length > 0) onIdle(all);
  }

  function finish(key: number, uploaded: UploadedAttachment): void {
    const { duplicateOf } = uploaded;
    change({
      items: uploads.items.filter((upload) => upload.key !== key),
      duplicates:
        duplicateOf === undefined ? uploads.duplicates : [...uploads.duplicates, { ...uploaded, duplicateOf }],
    });
    arrived = [...arrived, uploaded];
    onUploaded(uploaded);
  }

  function fail(key: number, error: unknown): void {
    const status = error instanceof ApiError ? error.status : 0;
    // A 413 may mean that the order has no room: a deletion makes some.
    const state: UploadState = { kind: 'failed', message: messageOf(error, t('upload.failed')), mayRetry: true };
    setState(key, state);
    // Without a session the remaining uploads would fail too.
    if (status === 401) update((upload) => (upload.state.kind === 'waiting' ? { ...upload, state } : upload));
  }

  return {
    read: () => uploads,

    /** Calls the listener on every change; returns the unsubscribe function. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    describe: (description: string) => change({ description }),

    /** Changes the request for a paper; null closes its form. */
    writeRequest: (request: RequestDraft | null) => change({ request }),

    /**
     * Adds files. An empty file or one over the limit fails at once and is never sent. Files of a kind are sent at once.
     * @param maxBytes largest file that the server accepts; while undefined, only the server checks the size
     */
    choose(files: readonly File[], maxBytes?: number, kind: PaperKind | null = null): void {
      const chosen = files.map((file): Upload => {
        lastKey += 1;
        const refusal = refusalOf(file, maxBytes);
        const state: UploadState =
          refusal === undefined
            ? { kind: kind === null ? 'chosen' : 'waiting' }
            : { kind: 'failed', message: refusal, mayRetry: false };
        return { key: lastKey, file, description: '', kind, state };
      });
      change({ items: [...uploads.items, ...chosen] });
      if (kind !== null) void run();
    },

    /** Sends the selected files with the current description. */
    start(): void {
      const description = uploads.description.trim();
      update((upload) =>
        upload.state.kind === 'chosen' ? { ...upload, description, state: { kind: 'waiting' } } : upload,
      );
      change({ description: '' });
      void run();
    },

    retry(key: number): void {
      setState(key, { kind: 'waiting' });
      void run();
    },

    /** Removes a file and aborts its upload if it is in progress. */
    remove(key: number): void {
      change({ items: uploads.items.filter((upload) => upload.key !== key) });
      if (current?.key !== key) return;
      current.life.abort();
      onCancelled();
    },

    /** Removes a duplicate that the user has kept or deleted. */
    dismissDuplicate(id: string): void {
      change({ duplicates: uploads.duplicates.filter((duplicate) => duplicate.id !== id) });
    },

    /** Removes every file that has not been uploaded, the notices of duplicates, and everything typed. */
    clear(): void {
      const wasSending = current !== undefined;
      change(nothing);
      current?.life.abort();
      if (wasSending) onCancelled();
    },
  };
}

/** Reason why the server would reject the file, if known before sending. */
function refusalOf({ size }: File, maxBytes = Number.POSITIVE_INFINITY): string | undefined {
  if (size === 0) return t('upload.empty');
  return size > maxBytes ? t('upload.tooLarge', { limit: formatByteLimit(maxBytes) }) : undefined;
}

/** Files that would be lost if the queue were cleared now. Excludes files that can never be sent. */
export function unsentFiles({ items }: Uploads): readonly Upload[] {
  return items.filter(({ state }) => state.kind !== 'failed' || state.mayRetry);
}

/** The current description, or else the description of the first file that was not uploaded; empty if there is none. */
export function unsentDescription(uploads: Uploads): string {
  if (uploads.description !== '') return uploads.description;
  return unsentFiles(uploads).find(({ description }) => description !== '')?.description ?? '';
}

/** Whether files are uploading or waiting. */
export function isRunning({ items }: Uploads): boolean {
  return items.some(({ state }) => state.kind === 'sending' || state.kind === 'waiting');
}
