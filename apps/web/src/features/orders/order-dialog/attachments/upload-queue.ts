import type { UploadedAttachment } from '@portal/contract/attachments';
import { ApiError, messageOf } from '#lib/api-error.ts';
import { formatByteLimit } from '#lib/format.ts';
import { t } from '#lib/texts.ts';

export type UploadState =
  | { kind: 'chosen' }
  | { kind: 'waiting' }
  /** From 0 to 100. At 100 all of it has been sent, and the server is keeping it. */
  | { kind: 'sending'; percent: number }
  | { kind: 'failed'; message: string; mayRetry: boolean };

/** A file on its way to an order, under a number of its own. */
export interface Upload {
  key: number;
  file: File;
  description: string;
  state: UploadState;
}

/** A file whose bytes the order had already under the name `duplicateOf`. */
export type Duplicate = UploadedAttachment & { duplicateOf: string };

export interface Uploads {
  /** Typed for the files that are chosen. */
  description: string;
  items: readonly Upload[];
  /** Not yet decided upon. */
  duplicates: readonly Duplicate[];
}

type SendFile = (
  upload: Upload,
  onProgress: (sent: number) => void,
  signal: AbortSignal,
) => Promise<UploadedAttachment>;

interface Dependencies {
  send: SendFile;
  onUploaded: (uploaded: UploadedAttachment) => void;
  /** Nothing is left to send; with those that arrived since the first of them began, of which there is one at least. */
  onIdle: (arrived: readonly UploadedAttachment[]) => void;
  /** One was cancelled: whether in time, the server knows. */
  onCancelled: () => void;
}

export type UploadQueue = ReturnType<typeof createUploadQueue>;

const nothing: Uploads = { description: '', items: [], duplicates: [] };

/** The files that somebody adds to an order: chosen, then sent one after another, each with its own result. */
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
    if (next === undefined) return rest();
    const { key } = next;
    const life = new AbortController();
    current = { key, life };
    let percent = 0;
    setState(key, { kind: 'sending', percent });
    try {
      const uploaded = await send(
        next,
        (sent) => {
          // Rounded down: it is not done before it is.
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

  function rest(): void {
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
    // Too large stays too large.
    const state: UploadState = {
      kind: 'failed',
      message: messageOf(error, t('upload.failed')),
      mayRetry: status !== 413,
    };
    setState(key, state);
    // Without a session the others would fare no better, one after another.
    if (status === 401) update((upload) => (upload.state.kind === 'waiting' ? { ...upload, state } : upload));
  }

  return {
    read: () => uploads,

    /** Calls back at every change; returns how to stop. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    describe: (description: string) => change({ description }),

    /**
     * Adds files to be sent. An empty file, and one over the limit, fails at once and is never sent.
     * @param maxBytes largest file that the server accepts; undefined while it is not known, and then the server refuses
     */
    choose(files: readonly File[], maxBytes?: number): void {
      const chosen = files.map((file): Upload => {
        lastKey += 1;
        const refusal = refusalOf(file, maxBytes);
        const state: UploadState =
          refusal === undefined ? { kind: 'chosen' } : { kind: 'failed', message: refusal, mayRetry: false };
        return { key: lastKey, file, description: '', state };
      });
      change({ items: [...uploads.items, ...chosen] });
    },

    /** Sends what is chosen, with the description typed for it. */
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

    /** Takes a file away, stopping it if it is on its way. */
    remove(key: number): void {
      change({ items: uploads.items.filter((upload) => upload.key !== key) });
      if (current?.key !== key) return;
      current.life.abort();
      onCancelled();
    },

    /** What became of a duplicate is decided. */
    settle(id: string): void {
      change({ duplicates: uploads.duplicates.filter((duplicate) => duplicate.id !== id) });
    },

    /** Takes away everything that has not arrived. */
    clear(): void {
      const wasSending = current !== undefined;
      change(nothing);
      current?.life.abort();
      if (wasSending) onCancelled();
    },
  };
}

/** Why the server would not accept a file, where that is known before it is sent. */
function refusalOf({ size }: File, maxBytes = Number.POSITIVE_INFINITY): string | undefined {
  if (size === 0) return t('upload.empty');
  return size > maxBytes ? t('upload.tooLarge', { limit: formatByteLimit(maxBytes) }) : undefined;
}

/** The files that would be lost if everything were dropped now. One that cannot be sent at all is none of them. */
export function unsettled({ items }: Uploads): readonly Upload[] {
  return items.filter(({ state }) => state.kind !== 'failed' || state.mayRetry);
}

/** What is typed, or else what was typed for the first file that has not arrived; empty for none. */
export function unsentDescription(uploads: Uploads): string {
  if (uploads.description !== '') return uploads.description;
  return unsettled(uploads).find(({ description }) => description !== '')?.description ?? '';
}

/** Whether files are being sent, or about to be. */
export function isRunning({ items }: Uploads): boolean {
  return items.some(({ state }) => state.kind === 'sending' || state.kind === 'waiting');
}
