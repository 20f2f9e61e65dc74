import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Archive } from './archive.js';

export type S3Place = {
  readonly bucket: string;
  /** Ends with `/`, or is empty. */
  readonly prefix: string;
  /** Of a store that is not Amazon's, such as `https://minio:9000`. */
  readonly endpoint: string | undefined;
};

const timeoutMs = 10_000;

/**
 * An archive in an S3-compatible store. Region and credentials come from where Amazon's tools take them: the
 * environment, a file, or the machine's role.
 */
export function s3Archive({ bucket, prefix, endpoint }: S3Place): Archive {
  // Others than Amazon have no host name for each bucket.
  const client = new S3Client({
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: timeoutMs,
      requestTimeout: timeoutMs,
      // Otherwise it only warns.
      throwOnRequestTimeout: true,
      socketTimeout: timeoutMs,
    },
  });
  const at = (path: string) => ({ Bucket: bucket, Key: `${prefix}${path}` });
  return {
    async read(path) {
      try {
        const { Body } = await client.send(new GetObjectCommand(at(path)));
        return await Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
    async write(path, content) {
      await client.send(new PutObjectCommand({ ...at(path), Body: content }));
    },
    async remove(path) {
      await client.send(new DeleteObjectCommand(at(path)));
    },
  };
}
