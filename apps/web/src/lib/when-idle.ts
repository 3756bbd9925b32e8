/** Runs a callback when the browser is idle. Returns a cancel function. */
export function whenIdle(work: () => void): () => void {
  // Safari does not support idle callbacks.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 2000);
    return () => clearTimeout(timer);
  }
  const idle = window.requestIdleCallback(work, { timeout: 5000 });
  return () => window.cancelIdleCallback(idle);
}

/** Runs a callback once the current changes are painted. Returns a cancel function. */
export function afterPaint(work: () => void): () => void {
  let timer: number;
  const frame = requestAnimationFrame(() => {
    timer = window.setTimeout(work);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
