import { X509Certificate } from 'node:crypto';
import type { Registry } from 'prom-client';
import { gaugeOf } from './gauge-of.js';

/** Calls that this process is answering. */
export function measureServer(registry: Registry, server: { readonly inFlight: () => number }): void {
  gaugeOf(
    registry,
    { name: 'wallet_service_rpc_in_flight', help: 'Received calls that are not answered yet.' },
    server.inFlight,
  );
}

/** A metric of when the certificate (PEM) that this process presents to others expires. */
export function measureCertificate(registry: Registry, certificate: Buffer): void {
  const expiresAt = Date.parse(new X509Certificate(certificate).validTo) / 1000;
  gaugeOf(
    registry,
    {
      name: 'wallet_service_certificate_expiry_timestamp_seconds',
      help: 'When the certificate that this process presents to others expires (Unix time).',
    },
    () => expiresAt,
  );
}
