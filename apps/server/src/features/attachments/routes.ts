import * as contract from '@portal/contract/attachments';
import { create } from 'content-disposition';
import type { Mount } from '../../http/mount.ts';
import { changeKind, deleteFile, listAttachments, openAttachment, uploadAttachment } from './service.ts';
import type { UploadDependencies } from './upload.ts';

/** Files are untrusted: browsers must save them and never display, run or sniff them. */
const neverShown = {
  'cache-control': 'private, no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
};

export function mountAttachments(mount: Mount, dependencies: UploadDependencies): void {
  mount(contract.uploadAttachment, ({ currentUser, params, form }) =>
    uploadAttachment(dependencies, currentUser, params.id, form),
  );
  mount(contract.listAttachments, ({ currentUser, params, query }) =>
    listAttachments(dependencies, currentUser, params.id, query),
  );
  mount(contract.downloadAttachment, async ({ currentUser, params, reply }) => {
    const { name, size, contentType, content } = await openAttachment(dependencies, currentUser, params.id);
    reply.headers({
      ...neverShown,
      // Detected text was decoded as UTF-8.
      'content-type': contentType === 'text/plain' ? 'text/plain; charset=utf-8' : contentType,
      'content-length': size,
      'content-disposition': create(name),
    });
    return content;
  });
  mount(contract.changeAttachment, ({ currentUser, params, body }) =>
    changeKind(dependencies, currentUser, params.id, body.kind),
  );
  mount(contract.deleteAttachment, async ({ currentUser, params }) => {
    await deleteFile(dependencies, currentUser, params.id);
    return { message: 'Attachment deleted successfully' };
  });
}
