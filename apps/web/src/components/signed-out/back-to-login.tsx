import { useNavigate } from '@tanstack/react-router';
import { Button } from '#components/ui/button.tsx';
import { t } from '#lib/messages.ts';

/** Link back to sign-in below the form, or the primary button if there is nothing else to do. */
export function BackToLogin({ primary = false }: { primary?: boolean }) {
  const navigate = useNavigate();
  return (
    <Button
      variant={primary ? 'primary' : 'ghost'}
      size="large"
      onClick={() => void navigate({ to: '/login' })}
      className={primary ? undefined : '-mt-2'}
    >
      {t('newPassword.backToLogin')}
    </Button>
  );
}
