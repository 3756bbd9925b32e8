import { useAnnouncedTitle } from '#lib/document-title.ts';

/**
 * Announces the title of each page after navigation. Mounted once around all pages, so that the region always exists.
 */
export function PageAnnouncer() {
  const title = useAnnouncedTitle();
  return (
    <p aria-live="polite" aria-atomic className="sr-only">
      {title}
    </p>
  );
}
