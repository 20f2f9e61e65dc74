import { connect as connectTcp } from 'node:net';
import { Client, credentials, Metadata, status, type ServiceError } from '@grpc/grpc-js';
import { CallError, healthPaths } from '@wallet-service/call-stream';
import {
  decodeMessage,
  encodeMessage,
  encodeTrustBundle,
  refusalFromWire,
  signerMethods,
  type SignerMethod,
} from '@wallet-service/signer-protocol';
import { callSigner, startSigner, type SignerProcess } from './signer-process.js';
import { makeAuthority, type Pem } from './test-certificates.js';
import { makeTrustKit } from './trust-kit.js';

const kit = makeTrustKit();
let signer: SignerProcess;

beforeAll(async () => {
  signer = await startSigner({ trustBundle: encodeTrustBundle(kit.bundle) });
});
afterAll(async () => {
  await signer.stop();
});

const methods = Object.keys(signerMethods) as SignerMethod[];
const emptyRequest = Buffer.alloc(0);

/** Calls the unary form, as any gRPC client can. */
function unary(
  method: string,
  security: ReturnType<typeof credentials.createSsl>,
  deadline = Date.now() + 5000,
) {
  const client = new Client(signer.address, security, { 'grpc.ssl_target_name_override': 'signer' });
  return new Promise<{ error: ServiceError | null; response?: Buffer | undefined }>((resolve) => {
    client.makeUnaryRequest<Buffer, Buffer>(
      method,
      (bytes) => bytes,
      (bytes) => bytes,
      emptyRequest,
      new Metadata(),
      Number.isFinite(deadline) ? { deadline } : {},
      (error, response) => {
        client.close();
        resolve({ error, response });
      },
    );
  });
}

const secure = ({ ca, cert, key }: Pem) => credentials.createSsl(ca, key, cert);
const refusalIn = (error: ServiceError | null): string => {
  const [bytes] = error?.metadata.get('error-bin') ?? [];
  return bytes === undefined ? 'none' : refusalFromWire(bytes.toString()).refusal;
};

describe('the allow-list', () => {
  it.each(['gateway', 'policy', 'identity', 'webhooks', 'signer', 'wallet.evil'])(
    '%s may call nothing',
    async (name) => {
      const security = secure(await signer.authority.issue(name));
      for (const method of methods) {
        const { error } = await unary(`/signer.v1.Signer/${method}`, security);
        expect(error?.code).toBe(status.PERMISSION_DENIED);
        expect(refusalIn(error)).toBe('caller-not-allowed');
      }
    },
  );

  it('also applies on the stream', async () => {
    const client = signer.connect(await signer.authority.issue('gateway'));
    for (const method of methods)
      expect(await callSigner(client, method, {} as never).catch((error: unknown) => error)).toBeDefined();
    expect(await callSigner(client, 'GetStatus', { applicationId: '' })).toMatchObject({
      refusal: 'caller-not-allowed',
    });
    client.close();
  });

  it.each([
    [
      'operator',
      'deliver documents, ask for the status and for attestation',
      ['UpdateTrust', 'GetStatus', 'Attest'],
    ],
  ])('%s may %s, and nothing else', async (name, _title, allowed) => {
    const security = secure(await signer.authority.issue(name));
    for (const method of methods) {
      const { error } = await unary(`/signer.v1.Signer/${method}`, security);
      expect(refusalIn(error) === 'caller-not-allowed').toBe(!allowed.includes(method));
    }
  });

  it('wallet may call every method, and gets an answer in the unary form too', async () => {
    const { error, response } = await unary(
      '/signer.v1.Signer/GetStatus',
      secure(await signer.authority.issue('wallet')),
    );
    expect(error).toBeNull();
    expect(decodeMessage(signerMethods.GetStatus.response, response ?? emptyRequest).phase).toBe('ready');
  });
});

describe('the door', () => {
  it('refuses a certificate of another authority with the right name', async () => {
    const rogue = await (await makeAuthority()).issue('wallet');
    const { ca } = await signer.authority.issue('wallet');
    const { error } = await unary('/signer.v1.Signer/GetStatus', secure({ ...rogue, ca }));
    expect(error?.code).toBe(status.UNAVAILABLE);
  });

  it('refuses a caller without a certificate', async () => {
    const { ca } = await signer.authority.issue('wallet');
    const { error } = await unary('/signer.v1.Signer/GetStatus', credentials.createSsl(ca));
    expect(error?.code).toBe(status.UNAVAILABLE);
  });

  it('refuses plaintext', async () => {
    const { error } = await unary('/signer.v1.Signer/GetStatus', credentials.createInsecure());
    expect(error).not.toBeNull();
    const port = Number(signer.address.split(':').at(-1));
    const socket = connectTcp(port, '127.0.0.1').on('error', () => undefined);
    socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
    await new Promise((resolve) => socket.once('close', resolve));
    expect(await signer.call('GetStatus', { applicationId: '' })).toHaveProperty('phase', 'ready');
  });

  it('refuses a call without a deadline', async () => {
    const { error } = await unary(
      '/signer.v1.Signer/GetStatus',
      secure(await signer.authority.issue('wallet')),
      Infinity,
    );
    expect(refusalIn(error)).toBe('deadline-missing');
  });
});

describe('invalid requests', () => {
  it('a method that does not exist is refused', async () => {
    const client = signer.connect(await signer.authority.issue('wallet'));
    const options = { timeoutMs: 5000, traceId: 't' };
    const refused = await client
      .call('ExportEverything', emptyRequest, options)
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(CallError);
    expect(refusalFromWire(Buffer.from((refused as CallError).bytes).toString()).refusal).toBe(
      'method-unknown',
    );
    client.close();
  });

  it.each([
    ['random bytes', Buffer.from('ffffffffffffffff', 'hex')],
    ['128 KiB and a byte', Buffer.alloc(128 * 1024 + 1)],
  ])('%s are refused, and the signer survives', async (_title, bytes) => {
    const client = signer.connect(await signer.authority.issue('wallet'));
    const refused = await client
      .call('Sign', bytes, { timeoutMs: 5000, traceId: 't' })
      .catch((error: unknown) => error);
    expect(refusalFromWire(Buffer.from((refused as CallError).bytes).toString()).refusal).toBe(
      'malformed-request',
    );
    client.close();
    expect(await signer.call('GetStatus', { applicationId: '' })).toHaveProperty('phase', 'ready');
  });
});

it('the health service answers SERVING to any process with a certificate', async () => {
  const security = secure(await signer.authority.issue('gateway'));
  const { response } = await unary(healthPaths.Check, security);
  expect(response).toEqual(Buffer.from([0x08, 1]));
});

it('the status contains metrics in the Prometheus format', async () => {
  const { metrics } = (await signer.call('GetStatus', { applicationId: '' })) as { metrics: string };
  expect(metrics).toMatch(/^wallet_service_signer_calls_total\{method="GetStatus",outcome="ok"\} \d+$/m);
  expect(metrics).toMatch(/^wallet_service_signer_root_document_version 5$/m);
  expect(encodeMessage(signerMethods.GetStatus.request, { applicationId: '' })).toHaveLength(0);
});
