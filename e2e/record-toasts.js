// Runs in each page before other scripts and records the toasts it shows, for toasts.ts.
const known = new WeakMap();
const textOf = (toast, part) => toast.querySelector(part)?.textContent?.trim() ?? '';

new MutationObserver(() => {
  for (const toast of document.querySelectorAll('[data-sonner-toast]:not([data-removed=true])')) {
    const told = { title: textOf(toast, '[data-title]'), description: textOf(toast, '[data-description]') };
    const text = JSON.stringify(told);
    if (told.title === '' || known.get(toast) === text || !toast.checkVisibility()) continue;
    known.set(toast, text);
    // Session storage survives a reload.
    const before = JSON.parse(sessionStorage.getItem('told in the tests') ?? '[]');
    sessionStorage.setItem('told in the tests', JSON.stringify([...before, told]));
  }
}).observe(document, { childList: true, characterData: true, subtree: true });
