import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { S3Driver } from 'flydrive/drivers/s3';
import { minuteMs, secondMs } from './clock.ts';
import type { FileStorage } from './storage.ts';
import type { StorageTarget } from './storage-url.ts';

/** The smallest that S3 takes for any part but the last. So much of an upload is held at once. */
const partBytes = 5 * 1024 * 1024;

/** Files in a bucket of Amazon S3, or of anything that speaks its protocol. */
export function createS3Storage(target: Extract<StorageTarget, { kind: 's3' }>): FileStorage {
  const { bucket, region, endpoint, credentials } = target;
  const client = new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials === undefined ? {} : { credentials }),
    // Amazon's newer checksums are unknown to many others; TLS and a hash of our own guard the bytes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5 * secondMs, socketTimeout: minuteMs },
  });
  const driver = new S3Driver({ client, bucket, visibility: 'private', supportsACL: false });

  /** S3 wants to know the size of what it takes at once; a stream of unknown size goes in parts. */
  async function write(key: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    let upload: PartedUpload | undefined;
    try {
      for await (const part of inParts(content)) {
        if (part.length < partBytes && upload === undefined) return await driver.put(key, part);
        upload ??= await beginUpload(client, { Bucket: bucket, Key: key });
        await upload.add(part);
      }
      await upload?.complete();
    } catch (error) {
      // Where this fails, the bucket's own rule for unfinished uploads removes the parts.
      await upload?.abort().catch(() => undefined);
      throw error;
    }
  }

  async function read(key: string) {
    try {
      const { contentLength } = await driver.getMetaData(key);
      return { size: contentLength, content: await driver.getStream(key) };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  return { write, read, remove: (key) => driver.delete(key) };
}

type PartedUpload = { add(part: Buffer): Promise<void>; complete(): Promise<void>; abort(): Promise<void> };

async function beginUpload(client: S3Client, place: { Bucket: string; Key: string }): Promise<PartedUpload> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(place));
  const parts: { ETag: string | undefined; PartNumber: number }[] = [];
  return {
    add: async (part) => {
      const PartNumber = parts.length + 1;
      const { ETag } = await client.send(new UploadPartCommand({ ...place, UploadId, PartNumber, Body: part }));
      parts.push({ ETag, PartNumber });
    },
    complete: async () => {
      await client.send(new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts: parts } }));
    },
    abort: async () => {
      await client.send(new AbortMultipartUploadCommand({ ...place, UploadId }));
    },
  };
}

/** All of the bytes, in pieces of exactly the size of a part; the last one may be smaller. */
async function* inParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    let rest = chunk;
    while (size + rest.length >= partBytes) {
      const taken = partBytes - size;
      yield Buffer.concat([...pieces, rest.subarray(0, taken)]);
      rest = rest.subarray(taken);
      pieces = [];
      size = 0;
    }
    pieces.push(rest);
    size += rest.length;
  }
  if (size > 0) yield Buffer.concat(pieces);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && ['NotFound', 'NoSuchKey'].includes(error.name);
}
