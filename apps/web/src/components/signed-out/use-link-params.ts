import { useSearch } from '@tanstack/react-router';

type LinkParams = { [Name in 'code' | 'token' | 'email']?: string };

/** The parameters of a mailed link. An empty one counts as missing. */
export function useLinkParams(): LinkParams {
  const search: Record<string, unknown> = useSearch({ strict: false });
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => typeof value === 'string' && value.trim() !== ''),
  );
}
