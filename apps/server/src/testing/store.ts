import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import S3rver from 's3rver';
import type { StorageTarget } from '../platform/storage.ts';

export type TestStore = {
  target: Extract<StorageTarget, { kind: 's3' }> & { credentials: object };
  /** Contents of the bucket. */
  keys(): Promise<string[]>;
  /** Stops listening until it is resumed with its data. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  close(): Promise<void>;
};

/** A real S3-compatible store with an empty bucket. Close it in `afterAll`. */
export async function startTestStore(): Promise<TestStore> {
  const directory = await mkdtemp(join(tmpdir(), 'portal-store-'));
  const bucket = 'portal-files';
  const configureBuckets = [{ name: bucket, configs: [] }];
  const start = async (at: number) => {
    const options = { address: '127.0.0.1', port: at, silent: true, directory, configureBuckets };
    const server = new S3rver(options);
    return { server, port: (await server.run()).port };
  };
  let { server, port } = await start(0);
  const endpoint = `http://127.0.0.1:${port}`;
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  const target = { kind: 's3', bucket, region: 'us-east-1', endpoint, credentials } as const;
  const client = new S3Client({ region: target.region, endpoint, credentials, forcePathStyle: true });
  return {
    target,
    keys: async () => {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
      return Contents.map((object) => object.Key ?? '').sort();
    },
    pause: () => server.close(),
    resume: async () => {
      ({ server } = await start(port));
    },
    close: async () => {
      client.destroy();
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
}
