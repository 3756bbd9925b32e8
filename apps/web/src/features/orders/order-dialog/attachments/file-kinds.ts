import {
  File,
  FileArchive,
  FileImage,
  FileSpreadsheet,
  FileText,
  FileVideoCamera,
  type LucideIcon,
} from 'lucide-react';

/** How a file may be looked at without being saved. */
export type Viewing = 'image' | 'pdf';

/**
 * The pictures that browsers draw and that can hold nothing but a picture. SVG is none of them: it is a document with
 * scripts of its own.
 */
const pictures: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

const pdf = 'application/pdf';

/**
 * How a file of this kind may be looked at; undefined where it can only be saved. The kind is what the server found by
 * the content: a name proves nothing.
 */
export function viewingOf(contentType: string): Viewing | undefined {
  if (pictures.has(contentType)) return 'image';
  // A browser without a viewer of its own would save it, under a name of no meaning.
  return contentType === pdf && navigator.pdfViewerEnabled ? 'pdf' : undefined;
}

/** The sign of a file's kind. */
export function iconOf(contentType: string): LucideIcon {
  if (contentType.startsWith('image/')) return FileImage;
  if (contentType.startsWith('video/')) return FileVideoCamera;
  if (contentType === pdf || contentType.startsWith('text/') || contentType.includes('word')) return FileText;
  if (contentType.includes('spreadsheet') || contentType.includes('excel')) return FileSpreadsheet;
  if (/zip|x-7z|x-rar|x-tar|gzip/.test(contentType)) return FileArchive;
  return File;
}
