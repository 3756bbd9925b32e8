import { useAnnouncedTitle } from '#lib/document-title.ts';

/** Announces the title of each page that is navigated to. Mounted once, around every page, so that it is always there. */
export function PageAnnouncer() {
  const title = useAnnouncedTitle();
  return (
    <p aria-live="polite" aria-atomic className="sr-only">
      {title}
    </p>
  );
}
