// Runs in each page before other scripts and records the browser's performance entries in `seen`, in milliseconds.
const seen = { paints: {}, tasks: [], shift: 0, inputs: [] };
Object.assign(window, { seen });

/** @param {string} type @param {(entry: any) => void} note */
function on(type, note, more = {}) {
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more });
}

on('paint', ({ name, startTime }) => {
  seen.paints[name] = startTime;
});
on('largest-contentful-paint', ({ startTime }) => {
  seen.paints['largest-contentful-paint'] = startTime;
});
on('longtask', ({ startTime, duration }) => seen.tasks.push({ startTime, duration }));
on('layout-shift', ({ value }) => {
  seen.shift += value;
});
// From an input to the next frame, as the browser measures it.
on('event', ({ interactionId, duration }) => interactionId > 0 && seen.inputs.push(duration), {
  durationThreshold: 16,
});

/**
 * Measures the milliseconds from the next click until its result is painted, excluding the request for the list of
 * orders. Sets `seen.asked` when done.
 */
window.timeClick = (isThere) => {
  seen.inputs = [];
  performance.clearResourceTimings();
  const begin = ({ timeStamp: clicked }) => {
    const look = () => {
      if (!isThere()) return requestAnimationFrame(look);
      // This frame shows the result; the first task after it runs when it has been painted.
      setTimeout(() => {
        seen.asked = performance.now() - clicked - underWay(clicked);
      });
    };
    requestAnimationFrame(look);
  };
  addEventListener('click', begin, { capture: true, once: true });
};

/** Duration of the first list request after a point in time; 0 if the list was cached. */
function underWay(since) {
  const [list] = performance
    .getEntriesByType('resource')
    .filter(({ name, startTime }) => /sales-orders\?/.test(name) && startTime >= since);
  return list === undefined ? 0 : list.responseEnd - list.startTime;
}
