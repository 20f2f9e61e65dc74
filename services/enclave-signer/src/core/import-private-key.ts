import {
  importAssociatedData,
  importDomain,
  Refused,
  type SignerRequest,
  type SignerResponse,
} from '@wallet-service/signer-protocol';
import { newWalletContext, sealNewWallet, type CreateWalletDeps } from './create-wallet.js';
import { curveOf, type CurveOperations } from './curves.js';
import { hpkeOpen, importKeyPair, type Sealed } from './hpke.js';
import { ownerOf } from './owner-context.js';
import { tokenUseOf, verifyToken } from './verify-token.js';
import { wipe } from './wipe.js';

const privateKeyBytes = 32;
const tagBytes = 16;

/** Creates a wallet with an imported key for the user of the token. A previous holder of the key may still have it. */
export async function importPrivateKey(
  deps: CreateWalletDeps,
  request: SignerRequest<'ImportPrivateKey'>,
): Promise<SignerResponse<'ImportPrivateKey'>> {
  const { context, jwt, tokenUse } = request;
  if (context === undefined) throw new Refused('malformed-request', { field: 'context' });
  const token = await verifyToken(jwt, context.applicationId, tokenUseOf(tokenUse), deps, deps.now());
  const owner = ownerOf(token);
  const bound = newWalletContext(context, owner);
  const applicationKey = await deps.applicationKeys.open(bound.applicationId, context.wrappedApplicationKey);
  const associatedData = importAssociatedData({ ...bound, ...owner });
  const keyPair = await importKeyPair(applicationKey);
  const curve = curveOf(bound.chain);
  const privateKey = await openPrivateKey(curve, request, (sealed) =>
    hpkeOpen(keyPair, sealed, { info: importDomain, associatedData }),
  );
  const keys = { secret: new Uint8Array(0), privateKey, publicKey: curve.publicKeyOf(privateKey) };
  return sealNewWallet(deps, keys, bound, applicationKey);
}

async function openPrivateKey(
  curve: CurveOperations,
  { encapsulatedKey, ciphertext }: Sealed,
  open: (sealed: Sealed) => Promise<Uint8Array | undefined>,
): Promise<Uint8Array> {
  const hasLength = ciphertext.length === privateKeyBytes + tagBytes;
  const key = hasLength ? await open({ encapsulatedKey, ciphertext }) : undefined;
  if (key === undefined) throw new Refused('sealed-key-invalid');
  if (curve.isPrivateKey(key)) return key;
  wipe(key);
  throw new Refused('sealed-key-invalid');
}
