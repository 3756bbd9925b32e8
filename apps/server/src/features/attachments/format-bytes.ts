const units = ['Bytes', 'KB', 'MB', 'GB', 'TB'];

/** "25 MB": with two decimals at most. */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1);
  return `${Number((bytes / 1024 ** power).toFixed(2))} ${units[power]}`;
}
