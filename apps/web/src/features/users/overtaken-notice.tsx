import { Button } from '#components/ui/button.tsx';
import { type TextKey, t } from '#lib/texts.ts';

interface OvertakenNoticeProps {
  /** Message naming what was changed: a user or a group. */
  text: TextKey;
  onLoadCurrent: () => void;
}

/** Notice above a form whose record someone else has changed meanwhile. The input is kept. */
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
