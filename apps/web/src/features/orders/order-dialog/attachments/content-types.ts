import {
  File,
  FileArchive,
  FileImage,
  FileSpreadsheet,
  FileText,
  FileVideoCamera,
  type LucideIcon,
} from 'lucide-react';

/** How a file can be previewed. */
export type Viewing = 'image' | 'pdf';

/** Image types that browsers render and that cannot contain scripts. SVG is excluded because it can. */
const pictures: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

const pdf = 'application/pdf';

/**
 * How a file of this content type can be previewed; undefined if it can only be downloaded. The server detects the
 * content type from the bytes, since the file name can be wrong.
 */
export function viewingOf(contentType: string): Viewing | undefined {
  if (pictures.has(contentType)) return 'image';
  // Without a built-in viewer the browser would download the file under a meaningless name.
  return contentType === pdf && navigator.pdfViewerEnabled ? 'pdf' : undefined;
}

/** Icon for a content type. */
export function iconOf(contentType: string): LucideIcon {
  if (contentType.startsWith('image/')) return FileImage;
  if (contentType.startsWith('video/')) return FileVideoCamera;
  if (contentType === pdf || contentType.startsWith('text/') || contentType.includes('word')) return FileText;
  if (contentType.includes('spreadsheet') || contentType.includes('excel')) return FileSpreadsheet;
  if (/zip|x-7z|x-rar|x-tar|gzip/.test(contentType)) return FileArchive;
  return File;
}

const room = 56;
const ending = 15;

/** Truncates a long file name in the middle: the start and the end distinguish it from others. */
export function shortName(name: string): string {
  const characters = [...name];
  if (characters.length <= room) return name;
  return `${characters.slice(0, room - ending - 1).join('')}…${characters.slice(-ending).join('')}`;
}
