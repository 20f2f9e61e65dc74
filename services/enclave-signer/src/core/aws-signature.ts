import { createHash, createHmac } from 'node:crypto';

export type AwsCredentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Temporary credentials have one. */
  readonly sessionToken: string | undefined;
};

export type AwsRequest = {
  readonly region: string;
  readonly service: string;
  readonly host: string;
  /** Further headers by lower-case name; all of them are signed. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/**
 * Headers of `POST /` with AWS Signature Version 4 (AWS General Reference, "Signature Version 4 signing
 * process"). `now` in Unix milliseconds.
 */
export function signAwsRequest(
  request: AwsRequest,
  credentials: AwsCredentials,
  now: number,
): Record<string, string> {
  const time = new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, '');
  const headers: Record<string, string> = { ...request.headers, host: request.host, 'x-amz-date': time };
  if (credentials.sessionToken !== undefined) headers['x-amz-security-token'] = credentials.sessionToken;

  const names = Object.keys(headers).toSorted();
  const lines = names.map((name) => `${name}:${(headers[name] ?? '').trim()}\n`).join('');
  const signedHeaders = names.join(';');
  const canonical = ['POST', '/', '', lines, signedHeaders, sha256(request.body)].join('\n');

  const day = time.slice(0, 8);
  const scope = `${day}/${request.region}/${request.service}/aws4_request`;
  const toBeSigned = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const parts = [day, request.region, request.service, 'aws4_request'];
  const key = parts.reduce(hmac, Buffer.from(`AWS4${credentials.secretAccessKey}`));
  const signature = hmac(key, toBeSigned).toString('hex');
  const credential = `${credentials.accessKeyId}/${scope}`;
  headers['authorization'] =
    `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${signedHeaders}, Signature=${signature}`;
  return headers;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
