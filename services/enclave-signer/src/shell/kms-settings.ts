import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';

export type Address = { readonly host: string; readonly port: number };

/**
 * Where the secrets come from if a key service keeps them. In an enclave all of this is part of the measured
 * image.
 */
export type KmsSettings = {
  readonly source: 'kms';
  readonly keyArn: string;
  readonly region: string;
  /** Also the name that its certificate must have. */
  readonly host: string;
  /** Forwards bytes to `host`. It sees only TLS. */
  readonly proxy: Address;
  /** Where the parent instance hands over what it may know: ciphertexts, the TLS certificate, credentials. */
  readonly bootSecrets: Address;
  /** PEM: the authorities that may issue the certificate of `host`. */
  readonly authorities: readonly string[];
};

type Environment = Readonly<Record<string, string | undefined>>;
type Text = (name: string, pattern: RegExp, rule: string) => string;

const keyArn = /^arn:aws(?:-us-gov)?:kms:([a-z0-9-]{4,32}):\d{12}:key\/(?:mrk-)?[0-9a-f-]{32,36}$/;
const address = /^([\w.-]+):(\d{1,5})$/;

/** Takes `text` and `file` from the signer's configuration, so that all mistakes are reported together. */
export function readKmsSettings(
  env: Environment,
  environment: 'development' | 'production',
  text: Text,
  file: (name: string) => Buffer,
): KmsSettings {
  const arn = text('KMS_KEY_ARN', keyArn, 'must be the ARN of a KMS key');
  const region = keyArn.exec(arn)?.[1] ?? '';
  if (env['NSM_SOCKET'] === undefined)
    text('NSM_SOCKET', /^\/.+$/, 'must be given: KMS releases keys to an attested enclave only');
  const ownAuthority = env['KMS_CA_FILE'] !== undefined;
  if (ownAuthority && environment === 'production')
    text('KMS_CA_FILE', /^$/, 'is for emulators: in production only Amazon may certify KMS');
  return {
    source: 'kms',
    keyArn: arn,
    region,
    host: `kms.${region}.amazonaws.com`,
    proxy: addressOf(text('KMS_PROXY_ADDRESS', address, 'must be host:port')),
    bootSecrets: addressOf(text('BOOT_SECRETS_ADDRESS', address, 'must be host:port')),
    authorities: ownAuthority ? [file('KMS_CA_FILE').toString()] : amazonAuthorities(),
  };
}

function addressOf(value: string): Address {
  const [, host = '', port = ''] = address.exec(value) ?? [];
  return { host, port: Number(port) };
}

/**
 * Those of Node's public authorities that belong to Amazon (Amazon Trust Services), so that a mistake of
 * another authority lets nobody pass for KMS.
 */
export function amazonAuthorities(): string[] {
  return rootCertificates.filter((pem) => {
    const { subject } = new X509Certificate(pem);
    return (
      /^O=Amazon$/m.test(subject) || /^CN=Starfield Services Root Certificate Authority - G2$/m.test(subject)
    );
  });
}
