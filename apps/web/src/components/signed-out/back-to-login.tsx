import { useNavigate } from '@tanstack/react-router';
import { Button } from '#components/ui/button.tsx';
import { t } from '#lib/messages.ts';

/** The way back, below what the screen is for. */
export function BackToLogin() {
  const navigate = useNavigate();
  return (
    <Button variant="ghost" size="large" onClick={() => void navigate({ to: '/login' })} className="-mt-2">
      {t('newPassword.backToLogin')}
    </Button>
  );
}
