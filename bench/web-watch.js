// Runs in each page before anything else, and keeps what the browser tells: `seen`, in milliseconds.
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
 * From the next click on: in how many milliseconds what was asked for is painted, without the time that the list of
 * orders was under way. `seen.asked`, once it is.
 */
window.timeClick = (isThere) => {
  seen.inputs = [];
  performance.clearResourceTimings();
  const begin = ({ timeStamp: clicked }) => {
    const look = () => {
      if (!isThere()) return requestAnimationFrame(look);
      // This frame holds it; the first task after it knows when it was painted.
      setTimeout(() => {
        seen.asked = performance.now() - clicked - underWay(clicked);
      });
    };
    requestAnimationFrame(look);
  };
  addEventListener('click', begin, { capture: true, once: true });
};

/** How long the list that was asked for first after a moment was under way; nothing where it was there already. */
function underWay(since) {
  const [list] = performance
    .getEntriesByType('resource')
    .filter(({ name, startTime }) => /sales-orders\?/.test(name) && startTime >= since);
  return list === undefined ? 0 : list.responseEnd - list.startTime;
}
