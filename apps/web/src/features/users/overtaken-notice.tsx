import { Button } from '#components/ui/button.tsx';
import { type TextKey, t } from '#lib/texts.ts';

interface OvertakenNoticeProps {
  /** Says what was changed: a user, a group. */
  text: TextKey;
  onLoadCurrent: () => void;
}

/** Shown above a form whose record someone else has changed meanwhile. Nothing that was typed is lost by it. */
export function OvertakenNotice({ text, onLoadCurrent }: OvertakenNoticeProps) {
  return (
    <div role="alert" className="grid justify-items-start gap-2 rounded-control bg-accent-soft px-3 py-2.5">
      <p>
        <span className="font-medium text-ink">{t(text)}</span> {t('overtaken.hint')}
      </p>
      <Button size="small" onClick={onLoadCurrent}>
        {t('overtaken.load')}
      </Button>
    </div>
  );
}
