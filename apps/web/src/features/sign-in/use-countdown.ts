import { useEffect, useState } from 'react';

/**
 * Whole seconds until `endsAt` (milliseconds since the epoch); 0 afterwards. Stays correct after the tab was suspended.
 */
export function useCountdown(endsAt: number): number {
  const [clock, setClock] = useState(() => ({ endsAt, now: Date.now() }));
  // The clock is not read after a countdown ends, so a new countdown reads it first.
  if (clock.endsAt !== endsAt) setClock({ endsAt, now: Date.now() });
  const left = Math.max(0, endsAt - clock.now);

  useEffect(() => {
    // Reads the clock instead of counting ticks, because browsers throttle timers in hidden tabs.
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
