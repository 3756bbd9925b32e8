// Runs in each page before other scripts and records the toasts it shows, for toasts.ts.
const known = new WeakMap();
const textOf = (toast, part) => toast.querySelector(part)?.textContent?.trim() ?? '';

new MutationObserver(() => {
  for (const toast of document.querySelectorAll('[data-sonner-toast]:not([data-removed=true])')) {
    const shown = { title: textOf(toast, '[data-title]'), description: textOf(toast, '[data-description]') };
    const text = JSON.stringify(shown);
    if (shown.title === '' || known.get(toast) === text || !toast.checkVisibility()) continue;
    known.set(toast, text);
    // Session storage survives a reload.
    const before = JSON.parse(sessionStorage.getItem('toasts of the tests') ?? '[]');
    sessionStorage.setItem('toasts of the tests', JSON.stringify([...before, shown]));
  }
}).observe(document, { childList: true, characterData: true, subtree: true });
