import type { Attachment } from '@portal/contract/attachments';
import { type PaperKind, paperKinds } from '@portal/contract/values';
import { useQueryClient } from '@tanstack/react-query';
import { Check, Download, ExternalLink, Eye, type LucideIcon, Tag, Trash2 } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { DropdownMenu, DropdownMenuItem } from '#components/ui/dropdown-menu.tsx';
import { TruncatedText } from '#components/ui/truncated-text.tsx';
import { formatBytes, formatDateTime } from '#lib/format.ts';
import { t } from '#lib/texts.ts';
import { reloadActivity } from './attachments-api.ts';
import { iconOf, viewingOf } from './content-types.ts';
import { openPdf, saveAttachment } from './save-attachment.ts';

interface AttachmentRowProps {
  attachment: Attachment;
  onView: () => void;
  onDelete: () => void;
  onKind: (kind: PaperKind | null) => void;
}

/** One attachment: its name and kind, who uploaded it, and its actions. */
export function AttachmentRow({ attachment, onView, onDelete, onKind }: AttachmentRowProps) {
  const { originalName: name, size, description, createdAt, contentType, uploadedBy, mayDelete, kind } = attachment;
  const queryClient = useQueryClient();
  const Icon = iconOf(contentType);
  const viewing = viewingOf(contentType);
  return (
    <li className="grid min-h-15 grid-cols-[auto_minmax(0,1fr)_auto] content-center items-center gap-x-3 border-line border-b py-2 pr-2 pl-3 last:border-b-0 hover:bg-hover">
      <Icon aria-hidden className="row-span-2 size-5! text-ink-3" />
      <TruncatedText className="font-medium text-ink max-sheet:col-span-2">{name}</TruncatedText>
      <div className="col-start-2 row-start-2 min-w-0">
        <p className="flex min-w-0 flex-wrap gap-x-2 text-ink-3 text-small tabular-nums">
          {kind === null ? null : (
            <span className="shrink-0 rounded-small bg-pressed px-1.5 text-ink-2">{t(`paper.${kind}`)}</span>
          )}
          <span className="shrink-0">{formatBytes(size)}</span>
          <TruncatedText className="max-w-full">{uploadedBy}</TruncatedText>
          <time dateTime={createdAt} className="shrink-0">
            {formatDateTime(createdAt)}
          </time>
        </p>
        {description === undefined ? null : (
          <TruncatedText className="text-ink-2 text-small">{description}</TruncatedText>
        )}
      </div>
      <div className="col-start-3 row-start-2 flex sheet:row-span-2 sheet:row-start-1">
        {viewing === 'image' ? (
          <IconButton
            icon={Eye}
            label={t('attachments.previewOf', { name })}
            tip={t('attachments.preview')}
            onClick={onView}
          />
        ) : null}
        {viewing === 'pdf' ? (
          <IconButton
            icon={ExternalLink}
            label={t('attachments.openOf', { name })}
            tip={t('attachments.open')}
            onClick={() => openPdf(attachment).then(() => reloadActivity(queryClient))}
          />
        ) : null}
        <IconButton
          icon={Download}
          label={t('attachments.downloadOf', { name })}
          tip={t('attachments.download')}
          onClick={() => saveAttachment(attachment).then(() => reloadActivity(queryClient))}
        />
        {mayDelete ? <KindMenu name={name} kind={kind} onKind={onKind} /> : null}
        {mayDelete ? (
          <IconButton
            icon={Trash2}
            label={t('action.deleteOf', { name })}
            tip={t('action.delete')}
            onClick={onDelete}
          />
        ) : null}
      </div>
    </li>
  );
}

interface KindMenuProps {
  name: string;
  kind: PaperKind | null;
  onKind: (kind: PaperKind | null) => void;
}

/** Sets or clears the kind of paper. */
function KindMenu({ name, kind, onKind }: KindMenuProps) {
  return (
    <DropdownMenu
      trigger={
        <Button
          variant="ghost"
          icon
          aria-label={t('attachments.kindOf', { name })}
          data-tooltip={t('attachments.kind')}
        >
          <Tag aria-hidden />
        </Button>
      }
    >
      {paperKinds.map((each) => (
        <DropdownMenuItem
          key={each}
          checked={each === kind}
          icon={each === kind ? Check : undefined}
          onSelect={() => onKind(each)}
        >
          {t(`paper.${each}`)}
        </DropdownMenuItem>
      ))}
      {kind === null ? null : (
        <DropdownMenuItem onSelect={() => onKind(null)}>{t('attachments.noKind')}</DropdownMenuItem>
      )}
    </DropdownMenu>
  );
}

interface IconButtonProps {
  icon: LucideIcon;
  /** Accessible name, including the file name. */
  label: string;
  tip: string;
  /** The button is busy until a returned promise settles. */
  onClick: () => unknown;
}

function IconButton({ icon: Icon, label, tip, onClick }: IconButtonProps) {
  return (
    <Button variant="ghost" icon aria-label={label} data-tooltip={tip} onClick={onClick}>
      <Icon aria-hidden />
    </Button>
  );
}
