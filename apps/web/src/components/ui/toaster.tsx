import { CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide-react';
import { DismissableLayer } from 'radix-ui/internal';
import type { CSSProperties } from 'react';
import { Toaster as Sonner } from 'sonner';
import { t } from '#lib/signed-out-texts.ts';
import { useTheme } from '#lib/theme.ts';

const look = {
  '--width': '356px',
  '--normal-bg': 'var(--raised)',
  '--normal-border': 'var(--line)',
  '--normal-text': 'var(--ink)',
  '--border-radius': '12px',
  fontFamily: 'inherit',
} as CSSProperties;

/**
 * Renders toasts: at most three, for four seconds each, closed by swipe or button. Dialogs and popovers treat toasts as
 * their own content, so that pressing a toast does not close them.
 * @param duration in milliseconds
 */
export function Toaster({ duration = 4000 }: { duration?: number }) {
  const { shown } = useTheme();
  return (
    // Pressing a toast must not move the focus: the focus trap of an open dialog would take it back and select the
    // input.
    <DismissableLayer.Branch onMouseDown={(event) => event.preventDefault()}>
      <Sonner
        theme={shown}
        position="bottom-right"
        // Above the footer of a list, so that its pagination stays visible.
        offset={{ bottom: 68 }}
        mobileOffset={{ bottom: 84 }}
        duration={duration}
        visibleToasts={3}
        gap={14}
        closeButton
        containerAriaLabel={t('app.notifications')}
        style={look}
        icons={{
          success: <CircleCheck className="size-4.5! text-success" />,
          warning: <TriangleAlert className="size-4.5! text-status-amber" />,
          error: <CircleAlert className="size-4.5! text-danger" />,
          close: <X className="size-4!" />,
        }}
        toastOptions={{
          closeButtonAriaLabel: t('action.close'),
          classNames: {
            toast: 'toast',
            title: 'toast-title',
            description: 'toast-description',
            icon: 'toast-icon',
            closeButton: 'toast-close',
          },
        }}
      />
    </DismissableLayer.Branch>
  );
}
