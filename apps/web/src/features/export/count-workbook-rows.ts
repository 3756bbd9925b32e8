/** Signatures and fixed sizes of ZIP structures (APPNOTE 4.3). */
const endSignature = 0x06054b50;
const endSize = 22;
const zip64EndSignature = 0x06064b50;
const zip64TailSize = 56 + 20 + endSize;
const entrySize = 46;
const headerSize = 30;

/** Number of rows in all sheets of a workbook, without headers; -1 if the file is truncated or damaged. */
export async function countWorkbookRows(file: Blob): Promise<number> {
  try {
    const sheets = (await entriesOf(file)).filter(({ name }) => name.startsWith('xl/worksheets/sheet'));
    if (sheets.length === 0) return -1;
    let rows = 0;
    for (const { start, end } of sheets) rows += (await countRows(file.slice(start, end))) - 1;
    return rows;
  } catch {
    return -1;
  }
}

interface Entry {
  name: string;
  /** Offset of the compressed bytes. */
  start: number;
  end: number;
}

/** Reads the entries from the ZIP central directory. The directory is at the end, so a truncated file has none. */
async function entriesOf(file: Blob): Promise<Entry[]> {
  const { offset, count } = await findDirectory(file);
  const view = await viewOf(file, offset, file.size);
  const entries: Entry[] = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const name = new TextDecoder().decode(new Uint8Array(view.buffer, at + entrySize, nameLength));
    const extra = at + entrySize + nameLength;
    const isLarge = view.getUint32(at + 42, true) === 0xffffffff;
    // ZIP64 stores the sizes and the offset after the name, as 8 bytes each.
    const packed = isLarge ? Number(view.getBigUint64(extra + 12, true)) : view.getUint32(at + 20, true);
    const header = isLarge ? Number(view.getBigUint64(extra + 20, true)) : view.getUint32(at + 42, true);
    const local = await viewOf(file, header, header + headerSize);
    const start = header + headerSize + local.getUint16(26, true) + local.getUint16(28, true);
    entries.push({ name, start, end: start + packed });
    at = extra + extraLength;
  }
  return entries;
}

async function findDirectory(file: Blob): Promise<{ offset: number; count: number }> {
  const end = await viewOf(file, file.size - endSize, file.size);
  if (end.getUint32(0, true) !== endSignature) throw new Error('no end');
  const offset = end.getUint32(16, true);
  if (offset !== 0xffffffff) return { offset, count: end.getUint16(10, true) };
  const tail = await viewOf(file, file.size - zip64TailSize, file.size);
  if (tail.getUint32(0, true) !== zip64EndSignature) throw new Error('no end');
  return { offset: Number(tail.getBigUint64(48, true)), count: Number(tail.getBigUint64(32, true)) };
}

async function viewOf(file: Blob, start: number, end: number): Promise<DataView> {
  return new DataView(await file.slice(start, end).arrayBuffer());
}

const rowTag = '<row ';

/** Decompresses a sheet as a stream and counts its rows. Throws if the data is damaged. */
async function countRows(packed: Blob): Promise<number> {
  const text = packed.stream().pipeThrough(new DecompressionStream('deflate-raw')).pipeThrough(new TextDecoderStream());
  const reader = text.getReader();
  let rows = 0;
  let rest = '';
  while (true) {
    const { done, value } = await reader.read();
    if (done) return rows;
    const piece = rest + value;
    rows += piece.split(rowTag).length - 1;
    // A tag may span two chunks.
    rest = piece.slice(-(rowTag.length - 1));
  }
}

const quote = 0x22;
const lineFeed = 0x0a;

/** Counts the records of a CSV stream: line ends, except those within quotes. */
export function createCsvCounter() {
  let records = 0;
  let isQuoted = false;
  let isLineBegun = false;
  return {
    add(bytes: Uint8Array): void {
      for (const byte of bytes) {
        // An escaped quote toggles twice, so it needs no special case.
        if (byte === quote) isQuoted = !isQuoted;
        isLineBegun = isQuoted || byte !== lineFeed;
        if (!isLineBegun) records += 1;
      }
    },
    /** Number of complete records so far. */
    records: () => records,
    /** True if the last line has no line end and so may be incomplete. */
    endsWithinRecord: () => isLineBegun,
  };
}
