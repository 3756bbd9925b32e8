/** Does something once the browser has nothing else to do. Returns how to leave it. */
export function whenIdle(work: () => void): () => void {
  // Safari does not say when it is idle.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 2000);
    return () => clearTimeout(timer);
  }
  const idle = window.requestIdleCallback(work, { timeout: 5000 });
  return () => window.cancelIdleCallback(idle);
}
