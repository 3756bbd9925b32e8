import { MAX_NOTE_LENGTH } from '@portal/contract/values';
import { useQuery } from '@tanstack/react-query';
import { CloudUpload } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { FileInput } from '#components/ui/file-input.tsx';
import { Input } from '#components/ui/input.tsx';
import { classNames } from '#lib/class-names.ts';
import { formatByteLimit } from '#lib/format.ts';
import { profileQuery } from '#lib/profile.ts';
import { t } from '#lib/texts.ts';
import { useForm } from '#lib/use-form.ts';
import { isRunning, type UploadQueue, type Uploads } from './upload-queue.ts';
import { type Dropped, useFileDrop } from './use-file-drop.ts';

interface UploadFormProps {
  uploads: Uploads;
  queue: UploadQueue;
  /** The selected files and the uploads in progress. */
  children: ReactNode;
}

/** Form that selects or accepts dropped files and uploads them with a description. */
export function UploadForm({ uploads, queue, children }: UploadFormProps) {
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const errorId = useId();
  const limitId = useId();
  const { data: profile } = useQuery(profileQuery);
  const maxBytes = profile?.limits?.attachmentMaxBytes;
  const chosen = uploads.items.filter(({ state }) => state.kind === 'chosen').length;
  // More files can be selected during an upload; they are sent afterwards.
  const uploading = chosen === 0 && isRunning(uploads);

  const { errors, setErrors, handleSubmit } = useForm({
    send: async () => {
      if (chosen === 0) return {};
      queue.start();
      // Move the focus off the button, which is about to be disabled.
      if (document.activeElement instanceof HTMLButtonElement) chooser.current?.focus();
      return {};
    },
  });

  function add({ files, hasFolder }: Dropped) {
    setErrors(hasFolder ? { files: t('attachments.folder') } : {});
    if (files.length > 0) queue.choose(files, maxBytes);
  }
  const isOver = useFileDrop(add);

  return (
    <form onSubmit={handleSubmit} className="grid grid-cols-1 gap-3">
      <div
        data-over={isOver || undefined}
        className={classNames(
          'grid justify-items-center gap-2 rounded-panel border border-field border-dashed px-4 py-4 text-center',
          isOver && 'border-accent! bg-accent-soft',
        )}
      >
        <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-2">
          <CloudUpload aria-hidden className={classNames('size-5!', isOver ? 'text-accent' : 'text-ink-3')} />
          <Button
            ref={chooser}
            onClick={() => input.current?.click()}
            aria-describedby={errors.files === undefined ? limitId : errorId}
            className="bg-page"
          >
            {t('attachments.choose')}
          </Button>
          <span className={classNames('pointer-coarse:hidden', isOver ? 'font-medium text-accent' : 'text-ink-2')}>
            {t(isOver ? 'attachments.dropHere' : 'attachments.dropOr')}
          </span>
          <FileInput ref={input} multiple onFiles={(files) => add({ files, hasFolder: false })} />
        </div>
        {/* Reserves its height before the limit is known, so that the layout does not shift. */}
        <p id={limitId} className="min-h-4.5 text-ink-3 text-small">
          {maxBytes === undefined ? null : t('attachments.limit', { limit: formatByteLimit(maxBytes) })}
        </p>
        {errors.files === undefined ? null : (
          <p id={errorId} role="alert" className="text-danger text-small">
            {errors.files}
          </p>
        )}
      </div>
      {children}
      <div className="flex gap-x-2 gap-y-3 max-sheet:flex-col">
        <div className="min-w-0 flex-1">
          <Field
            label={t('attachments.description')}
            hint={chosen > 1 ? t('attachments.descriptionOfAll', { count: chosen }) : undefined}
          >
            {(control) => (
              <Input
                {...control}
                value={uploads.description}
                onChange={(event) => queue.describe(event.target.value)}
                maxLength={MAX_NOTE_LENGTH}
                autoComplete="off"
              />
            )}
          </Field>
        </div>
        {/* Aligned with the input, which is below its label. */}
        <Button
          type="submit"
          variant="primary"
          disabled={chosen === 0 && !uploading}
          busy={uploading}
          busyLabel={t('attachments.uploading')}
          className="h-9! min-w-32 sheet:mt-6"
        >
          {chosen > 1 ? t('attachments.uploadMany', { count: chosen }) : t('attachments.upload')}
        </Button>
      </div>
    </form>
  );
}
