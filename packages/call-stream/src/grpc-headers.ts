import type { IncomingHttpHeaders } from 'node:http2';
import { status, type Status } from './status.js';

// Headers and trailers of gRPC: https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md

const unitMs: Readonly<Record<string, number>> = {
  H: 3_600_000,
  M: 60_000,
  S: 1_000,
  m: 1,
  u: 1e-3,
  n: 1e-6,
};

/** The time that the caller grants, in milliseconds. Infinity if it names none, NaN if it is malformed. */
export function timeoutIn(headers: IncomingHttpHeaders): number {
  const timeout = headers['grpc-timeout'];
  if (timeout === undefined) return Infinity;
  const [, digits, unit] = /^(\d{1,8})([HMSmun])$/.exec(String(timeout)) ?? [];
  return Number(digits) * (unitMs[unit ?? ''] ?? NaN);
}

const mostDigits = 99_999_999;

/** `timeoutIn` reads it as the same time, rounded up to milliseconds, or beyond 27 hours to seconds. */
export function timeoutHeader(timeoutMs: number): string {
  const ms = Math.max(0, Math.ceil(timeoutMs));
  return ms <= mostDigits ? `${ms}m` : `${Math.min(mostDigits, Math.ceil(ms / 1_000))}S`;
}

/** The form of `grpc-message`: UTF-8, where bytes other than printable ASCII, and %, are written as %XX. */
export function percentEncode(text: string): string {
  let encoded = '';
  for (const byte of Buffer.from(text, 'utf8'))
    encoded +=
      byte >= 0x20 && byte <= 0x7e && byte !== 0x25
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  return encoded;
}

/** Reads `grpc-message`. What is not a valid %XX stays as it is, because a message must not be lost. */
export function percentDecode(encoded: string): string {
  if (!encoded.includes('%')) return encoded;
  const bytes = Buffer.from(encoded, 'latin1');
  const decoded: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const hex = bytes[at] === 0x25 ? encoded.slice(at + 1, at + 3) : '';
    const isEscape = /^[0-9a-fA-F]{2}$/.test(hex);
    decoded.push(isEscape ? parseInt(hex, 16) : (bytes[at] ?? 0));
    if (isEscape) at += 2;
  }
  return Buffer.from(decoded).toString('utf8');
}

/** `grpc-status` of trailers, or of the headers of an answer without a message. Undefined if it is not there. */
export function statusIn(headers: IncomingHttpHeaders): Status | undefined {
  const code = headers['grpc-status'];
  if (code === undefined) return undefined;
  const known = Object.values(status).find((value) => String(value) === String(code));
  return known ?? status.UNKNOWN;
}

/** A binary value, such as `error-bin`: Base64 with or without padding. Of several values, the first. */
export function binaryIn(headers: IncomingHttpHeaders, name: `${string}-bin`): Buffer | undefined {
  const value = headers[name];
  const [first = ''] = value === undefined ? [] : String(value).split(',');
  return value === undefined ? undefined : Buffer.from(first.trim(), 'base64');
}

export function isGrpc(headers: IncomingHttpHeaders): boolean {
  return /^application\/grpc(?:$|[+;])/i.test(headers['content-type'] ?? '');
}

/** What the HTTP status of an answer that is not gRPC means: http-grpc-status-mapping.md of gRPC. */
export function statusOfHttp(code: number): Status {
  switch (code) {
    case 400:
      return status.INTERNAL;
    case 401:
      return status.UNAUTHENTICATED;
    case 403:
      return status.PERMISSION_DENIED;
    case 404:
      return status.UNIMPLEMENTED;
    case 429:
    case 502:
    case 503:
    case 504:
      return status.UNAVAILABLE;
    default:
      return status.UNKNOWN;
  }
}
