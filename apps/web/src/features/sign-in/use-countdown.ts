import { useEffect, useState } from 'react';

/** Whole seconds until a moment given in milliseconds; 0 once it has passed. Right again after the tab has slept. */
export function useCountdown(endsAt: number): number {
  const [clock, setClock] = useState(() => ({ endsAt, now: Date.now() }));
  // Nothing reads the clock after a countdown has ended, so another one starts by reading it.
  if (clock.endsAt !== endsAt) setClock({ endsAt, now: Date.now() });
  const left = Math.max(0, endsAt - clock.now);

  useEffect(() => {
    // The clock is read, never counted: a browser slows down the timers of a hidden tab.
    const tick = () => setClock({ endsAt, now: Date.now() });
    const timer = left > 0 ? setTimeout(tick, left % 1000 || 1000) : undefined;
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [endsAt, left]);

  return Math.ceil(left / 1000);
}
