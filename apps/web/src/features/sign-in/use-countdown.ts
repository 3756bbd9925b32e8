import { useEffect, useState } from 'react';

/** Whole seconds until a moment given in milliseconds; 0 once it has passed. Right again after the tab has slept. */
export function useCountdown(endsAt: number): number {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, endsAt - now);

  useEffect(() => {
    // The clock is read, never counted: a browser slows down the timers of a hidden tab.
    const tick = () => setNow(Date.now());
    const timer = left > 0 ? setTimeout(tick, left % 1000 || 1000) : undefined;
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [left]);

  return Math.ceil(left / 1000);
}
