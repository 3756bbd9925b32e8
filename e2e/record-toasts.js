// Runs in each page, before all else: writes the toasts down that it shows, for told.ts.
const known = new WeakMap();
const textOf = (toast, part) => toast.querySelector(part)?.textContent?.trim() ?? '';

new MutationObserver(() => {
  for (const toast of document.querySelectorAll('[data-sonner-toast]:not([data-removed=true])')) {
    const told = { title: textOf(toast, '[data-title]'), description: textOf(toast, '[data-description]') };
    const text = JSON.stringify(told);
    if (told.title === '' || known.get(toast) === text || !toast.checkVisibility()) continue;
    known.set(toast, text);
    // In the storage of its tab it outlives a page that is loaded anew.
    const before = JSON.parse(sessionStorage.getItem('told in the tests') ?? '[]');
    sessionStorage.setItem('told in the tests', JSON.stringify([...before, told]));
  }
}).observe(document, { childList: true, characterData: true, subtree: true });
