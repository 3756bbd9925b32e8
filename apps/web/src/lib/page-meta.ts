import { useMatches } from '@tanstack/react-router';
import type { TextKey } from './texts.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's name in its header and in the window title. */
    title?: TextKey;
    /** One line below the name. */
    description?: TextKey;
    /** The page is as high as the window and its content scrolls, as for a table. Other pages scroll as a document. */
    fill?: boolean;
  }
}

interface PageMeta {
  title: TextKey | undefined;
  description: TextKey | undefined;
  fill: boolean;
}

/** Metadata of the current route. */
export function usePageMeta(): PageMeta {
  return useMatches({
    select: (matches) => {
      const { title, description, fill = false } = matches.at(-1)?.staticData ?? {};
      return { title, description, fill };
    },
    structuralSharing: true,
  });
}
