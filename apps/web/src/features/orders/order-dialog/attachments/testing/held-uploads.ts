import type { UploadedAttachment } from '@portal/contract/attachments';
import { onTestFinished } from 'vitest';

/** An upload whose progress and result the test controls. */
export interface HeldUpload {
  form: FormData;
  progress: (loaded: number, total: number) => void;
  answer: (status: number, body: Partial<UploadedAttachment> | { message: string }) => void;
  lose: () => void;
  isAborted: boolean;
}

/** Replaces XMLHttpRequest for one test and collects its uploads in the order sent. */
export function holdUploads(): HeldUpload[] {
  const held: HeldUpload[] = [];
  const original = window.XMLHttpRequest;
  window.XMLHttpRequest = function request() {
    return heldRequest((upload) => held.push(upload));
  } as never;
  onTestFinished(() => {
    window.XMLHttpRequest = original;
  });
  return held;
}

/** The subset of XMLHttpRequest that an upload uses. */
function heldRequest(onSend: (upload: HeldUpload) => void) {
  const request = {
    status: 0,
    responseText: '',
    upload: { onprogress: (_: { loaded: number; total: number }) => undefined },
    onload: () => undefined,
    onerror: () => undefined,
    onabort: () => undefined,
    onloadend: () => undefined,
    open: () => undefined,
    setRequestHeader: () => undefined,
    abort() {
      upload.isAborted = true;
      request.onabort();
      request.onloadend();
    },
    send: (form: FormData) => onSend(Object.assign(upload, { form })),
  };
  const upload: HeldUpload = {
    form: new FormData(),
    isAborted: false,
    progress: (loaded, total) => request.upload.onprogress({ loaded, total }),
    answer(status, body) {
      Object.assign(request, { status, responseText: JSON.stringify(body) });
      request.onload();
      request.onloadend();
    },
    lose() {
      request.onerror();
      request.onloadend();
    },
  };
  return request;
}

export function fileNameOf(upload: HeldUpload | undefined): string | undefined {
  const file = upload?.form.get('file');
  return file instanceof File ? file.name : undefined;
}
