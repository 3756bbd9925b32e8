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

/** Minimum size that S3 accepts for all parts but the last. This much of an upload is buffered at a time. */
const partBytes = 5 * 1024 * 1024;

/** Stores files in a bucket of Amazon S3 or a compatible service. */
export function createS3Storage(target: Extract<StorageTarget, { kind: 's3' }>): FileStorage {
  const { bucket, region, endpoint, credentials } = target;
  const client = new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials === undefined ? {} : { credentials }),
    // Many compatible services do not support Amazon's newer checksums; TLS and our own hash protect the bytes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5 * secondMs, socketTimeout: minuteMs },
  });
  const driver = new S3Driver({ client, bucket, visibility: 'private', supportsACL: false });

  /** S3 needs the size of a single upload in advance; a stream of unknown size is uploaded in parts. */
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
      // If this fails, the bucket's lifecycle rule for incomplete uploads removes the parts.
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

/** Splits the bytes into chunks of exactly the part size; the last one may be smaller. */
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
