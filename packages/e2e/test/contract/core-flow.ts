import { randomBytes, randomUUID } from 'node:crypto';
import { hashMessage } from 'viem';
import { freshToken, type Customer } from '../http/customer.js';
import { exportRecipient, sealForImport, type ImportKey } from '../http/hpke.js';
import type { Driver } from './driver.js';
import { transaction } from './express-flow.js';

type Made = {
  readonly data: { readonly uuid: string; readonly public_address: string; readonly access_key: string };
};

/** Everything that an application can do with the wallets that it holds for its users. */
export async function driveCore(driver: Driver, customer: Customer): Promise<void> {
  const owner = `owner-${randomUUID()}`;
  const token = () => freshToken(customer, owner);
  const group = await driveGroups(driver);
  const wallet = await driveCreation(driver, token, group);
  const credentials = async (as = token) => ({
    op_jwt: await as(),
    access_key: wallet.data.access_key,
    wallet_id: wallet.data.uuid,
  });
  await driveSigning(driver, credentials, () => freshToken(customer, `thief-${randomUUID()}`));
  await driveListing(driver, wallet, group);
  await driveTransfers(driver, customer, owner, credentials);
  await driveAccessKeys(driver, token, credentials, wallet.data.uuid);
}

async function driveGroups({ drive }: Driver): Promise<string> {
  const body = { metadata: { resource_id: 'team' } };
  const { data } = await drive<{ data: { uuid: string } }>('createWalletGroup', 200, { body });
  await drive('createWalletGroup', 200);
  await drive('createWalletGroup', 'INVALID_REQUEST_FIELDS', { body: { metadata: { resource_id: 1 } } });
  await drive('listWalletGroups', 200);
  await drive('listWalletGroups', 'INVALID_REQUEST_FIELDS', { query: { surprise: '1' } });
  await drive('getWalletGroup', 200, { path: { id: data.uuid } });
  await drive('getWalletGroup', 'WALLET_GROUP_NOT_FOUND', { path: { id: randomUUID() } });
  return data.uuid;
}

async function driveCreation({ drive }: Driver, token: () => Promise<string>, group: string): Promise<Made> {
  const headers = { 'idempotency-key': `"${randomUUID()}"` };
  const asked = { network: 'EVM', wallet_group_id: group, metadata: { resource_id: 'first' } };
  const body = async (more = {}) => ({ auth_jwt: await token(), ...asked, ...more });
  const made = await drive<Made>('createWallet', 200, { body: await body(), headers });
  expect(await drive('createWallet', 200, { body: await body(), headers })).toEqual(made);
  for (const network of ['BTC_MAINNET', 'BTC_TESTNET', 'BTC_REGTEST', 'SOL_MAINNET', 'SOL_TESTNET'])
    await drive('createWallet', 200, { body: await body({ network }) });
  const other = { body: await body({ network: 'SOL_MAINNET' }), headers };
  await drive('createWallet', 'REQUEST_IDEMPOTENCY_MISMATCH', other);
  const nowhere = { body: await body({ wallet_group_id: randomUUID() }) };
  await drive('createWallet', 'WALLET_GROUP_NOT_FOUND', nowhere);
  await drive('createWallet', 'INVALID_TOKEN', { body: { ...asked, auth_jwt: `${await token()}x` } });
  await drive('createWallet', 'INVALID_REQUEST_FIELDS', { body: asked });
  return made;
}

type Credentials = (as?: () => Promise<string>) => Promise<{
  op_jwt: string;
  access_key: string;
  wallet_id: string;
}>;

async function driveSigning(
  { drive }: Driver,
  credentials: Credentials,
  thief: () => Promise<string>,
): Promise<void> {
  const bodies = {
    coreSignData: { raw_data_hash: hashMessage('hello') },
    coreSignMessage: { message_base64: 'aGVsbG8=' },
    coreSignTransaction: { payload: transaction },
  };
  for (const [operation, what] of Object.entries(bodies)) {
    const own = { ...(await credentials()), ...what };
    await drive(operation, 200, { body: own });
    await drive(operation, 200, { body: own, headers: { prefer: 'receipt' } });
    const wrong = { ...own, access_key: `ak_${randomBytes(32).toString('base64url')}` };
    await drive(operation, 'INVALID_ACCESS_KEY', { body: wrong });
    await drive(operation, 'WALLET_NOT_FOUND', { body: { ...own, wallet_id: randomUUID() } });
    const stolen = { ...(await credentials(thief)), ...what };
    await drive(operation, 'WALLET_OWNER_MISMATCH', { body: stolen });
    await drive(operation, 'INVALID_REQUEST_FIELDS', { body: { ...own, surprise: 1 } });
  }
}

async function driveListing({ drive }: Driver, { data }: Made, group: string): Promise<void> {
  const query = { wallet_group_id: group, network: 'EVM', public_address: data.public_address };
  await drive('listWallets', 200, { query: { ...query, resource_id: 'first', limit: '1' } });
  await drive('listWallets', 'INVALID_REQUEST_FIELDS', { query: { limit: 'all' } });
  await drive('listAllWallets', 200, { query: { interface: 'core', since: '1' } });
  await drive('listAllWallets', 'request.invalid', { query: { chain: 'DOGE' } });
  await drive('listUsers', 200, { query: { limit: '2' } });
  await drive('listUsers', 'request.invalid', { query: { after: 'x' } });
  await drive('getWallet', 200, { path: { id: data.uuid } });
  await drive('getWallet', 'WALLET_NOT_FOUND', { path: { id: randomUUID() } });
}

async function driveTransfers(
  { drive }: Driver,
  customer: Customer,
  owner: string,
  credentials: Credentials,
): Promise<void> {
  const { publicKey: recipient_public_key } = await exportRecipient();
  await drive('exportWallet', 200, { body: { ...(await credentials()), recipient_public_key } });
  const wrong = { ...(await credentials()), wallet_id: randomUUID(), recipient_public_key };
  await drive('exportWallet', 'WALLET_NOT_FOUND', { body: wrong });

  const query = { network: 'EVM', issuer: customer.provider.issuer, subject: owner };
  const { data } = await drive<{ data: ImportKey }>('getImportKey', 200, { query });
  await drive('getImportKey', 'INVALID_REQUEST_FIELDS', { query: { network: 'EVM' } });
  const nobodys = { ...query, issuer: 'https://nobody.example' };
  await drive('getImportKey', 'INVALID_REQUEST_FIELDS', { query: nobodys });
  const sealed = await sealForImport(randomBytes(32), data);
  const body = async () => ({ auth_jwt: await freshToken(customer, owner), network: 'EVM', ...sealed });
  await drive('importWallet', 200, { body: await body() });
  await drive('importWallet', 'WALLET_ALREADY_IMPORTED', { body: await body() });
  const forAnother = { ...(await body()), network: 'SOL_MAINNET' };
  await drive('importWallet', 'WALLET_SEALED_KEY_INVALID', { body: forAnother });
}

async function driveAccessKeys(
  { drive }: Driver,
  token: () => Promise<string>,
  credentials: Credentials,
  walletId: string,
): Promise<void> {
  await drive('rotateAccessKey', 200, { body: await credentials() });
  await drive('rotateAccessKey', 'INVALID_ACCESS_KEY', { body: await credentials() });
  const recovery = async (wallet_id = walletId) => ({ auth_jwt: await token(), wallet_id });
  await drive('recoverAccessKey', 200, { body: await recovery() });
  await drive('recoverAccessKey', 'WALLET_NOT_FOUND', { body: await recovery(randomUUID()) });
}

/** Wallets for e-mail addresses. */
export async function drivePregeneration({ drive }: Driver): Promise<void> {
  const email = `${randomUUID()}@example.com`;
  const unknown = `${randomUUID()}@example.com`;
  const body = { email };
  const made = await drive<{ public_address: string }>('pregenerateWallet', 200, { body });
  expect(await drive('pregenerateWallet', 200, { body })).toEqual(made);
  await drive('pregenerateWallet', 'MALFORMED_EMAIL', { body: { email: 'nobody' } });
  await drive('pregenerateWallets', 200, { body: { emails: [email, `other-${email}`, 'nobody'] } });
  await drive('pregenerateWallets', /emails/, { body: { emails: [] } });
  await drive('getPregeneratedWallet', 200, { query: { email } });
  await drive('getPregeneratedWallet', /no pre-generated wallet/, { query: { email: unknown } });
}
