const units = ['Bytes', 'KB', 'MB', 'GB', 'TB'];

/** Formats a size as "25 MB", with at most two decimals. */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1);
  return `${Number((bytes / 1024 ** power).toFixed(2))} ${units[power]}`;
}
