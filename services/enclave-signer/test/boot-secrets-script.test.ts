import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readBootSecrets } from '../src/shell/boot-secrets.js';

const script = fileURLToPath(new URL('../../../deploy/nitro/host/boot-secrets.sh', import.meta.url));
const hasCurl = spawnSync('curl', ['--version']).status === 0;
if (!hasCurl) console.warn('deploy/nitro/host/boot-secrets.sh is not tested here: there is no curl');
const here = hasCurl ? describe : describe.skip;

const certificate = '-----BEGIN CERTIFICATE-----\nMIIB\nAAAA\n-----END CERTIFICATE-----\n';
const credentials = {
  Code: 'Success',
  AccessKeyId: 'ASIAIOSFODNN7EXAMPLE',
  SecretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  Token: 'IQoJb3JpZ2luX2VjEJ==',
};

/**
 * The instance metadata service, version 2: it gives a token first, and with the token the role's name and credentials.
 */
function metadata(): Server {
  const answers: Readonly<Record<string, string>> = {
    '/latest/meta-data/iam/security-credentials/': 'signer-host',
    '/latest/meta-data/iam/security-credentials/signer-host': JSON.stringify(credentials, undefined, 2),
  };
  return createServer((request, response) => {
    if (request.method === 'PUT' && request.url === '/latest/api/token') return response.end('a-token');
    const answer = request.headers['x-aws-ec2-metadata-token'] === 'a-token' && answers[request.url ?? ''];
    if (!answer) response.statusCode = 401;
    return response.end(answer || '');
  });
}

here('boot-secrets.sh', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ceremony-'));
  const put = (name: string, content: string): void => {
    writeFileSync(path.join(folder, name), content);
  };
  const server = metadata();

  beforeAll(async () => {
    put('sealing-key.ciphertext', 'AQID\n');
    put('tls-key.ciphertext', 'BA\nUG\n');
    put('signer.crt', certificate);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  async function run(address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`) {
    const env = { PATH: process.env['PATH'], CEREMONY: folder, METADATA: address };
    const child = spawn('sh', [script], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += String(chunk)));
    const [code] = (await once(child, 'close')) as [number];
    return { code, output };
  }

  it('writes boot secrets that the signer reads', async () => {
    const { code, output } = await run();
    expect(code).toBe(0);
    const bootSecrets = readBootSecrets(output);
    expect(bootSecrets.credentials).toEqual({
      accessKeyId: credentials.AccessKeyId,
      secretAccessKey: credentials.SecretAccessKey,
      sessionToken: credentials.Token,
    });
    expect([bootSecrets.sealingKey, bootSecrets.tlsPrivateKey]).toEqual([
      Uint8Array.of(1, 2, 3),
      Uint8Array.of(4, 5, 6),
    ]);
    expect(bootSecrets.tlsCertificate.toString()).toBe(certificate);
    expect(bootSecrets.previousSealingKey).toBeUndefined();
  });

  it('also hands over the previous sealing key while its file exists', async () => {
    put('previous-sealing-key.ciphertext', 'BwgJ');
    const { output } = await run();
    expect(readBootSecrets(output).previousSealingKey).toEqual(Uint8Array.of(7, 8, 9));
  });

  it('writes nothing when the instance has no role', async () => {
    expect(await run('http://127.0.0.1:1')).toEqual({ code: expect.any(Number) as number, output: '' });
  });
});
