import { useMatches } from '@tanstack/react-router';
import type { TextKey } from './texts.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's name, in its header and in the window's title. */
    title?: TextKey;
    /** One line below the name. */
    description?: TextKey;
    /** The page is as high as the window and scrolls within: a table. Others scroll as documents do. */
    fill?: boolean;
  }
}

interface PageMeta {
  title: TextKey | undefined;
  description: TextKey | undefined;
  fill: boolean;
}

/** What the route on screen says about itself. */
export function usePageMeta(): PageMeta {
  return useMatches({
    select: (matches) => {
      const { title, description, fill = false } = matches.at(-1)?.staticData ?? {};
      return { title, description, fill };
    },
    structuralSharing: true,
  });
}
