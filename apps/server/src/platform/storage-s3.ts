import { Readable } from 'node:stream';
import { paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { S3Driver } from 'flydrive/drivers/s3';
import { minuteMs, secondMs } from './clock.ts';
import type { FileStorage, StorageTarget } from './storage.ts';

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

  /** Buffers one part of 5 MiB at a time and aborts a failed upload. */
  async function write(key: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const failures: unknown[] = [];
    const body = Readable.from(content, { objectMode: false }).once('error', (error) => failures.push(error));
    try {
      await new Upload({ client, params: { Bucket: bucket, Key: key, Body: body }, queueSize: 1 }).done();
    } catch (error) {
      // The library throws the error of a failed abort instead. The bucket's lifecycle rule then removes the parts.
      throw failures[0] ?? error;
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

  async function* list() {
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket })) {
      for (const { Key } of Contents) if (Key !== undefined) yield Key;
    }
  }

  return { write, read, remove: (key) => driver.delete(key), list };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && ['NotFound', 'NoSuchKey'].includes(error.name);
}
