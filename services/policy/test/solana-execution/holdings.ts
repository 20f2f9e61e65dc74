import { PublicKey } from '@solana/web3.js';
import { readU64 } from './bytes.js';
import { multisigs, nativeMint, programs, seeds, wallet, type Account, type State } from './world.js';

/** What the wallet has, read from the accounts themselves. */
export type Holdings = {
  /** In the wallet's own account and all that it alone controls. Wrapped lamports count as tokens. */
  readonly lamports: bigint;
  /** By mint, without what somebody else may take. */
  readonly tokens: ReadonlyMap<string, bigint>;
  /** By account and kind: the authorities that are the wallet's. */
  readonly authorities: ReadonlySet<string>;
  /** By account: who else may take the wallet's tokens. */
  readonly delegates: ReadonlySet<string>;
  readonly supplies: ReadonlyMap<string, bigint>;
};

const me = wallet.toBase58();
const mine = [me, multisigs.token.toBase58(), multisigs.token2022.toBase58()];
const keyAt = (data: Uint8Array, at: number) => new PublicKey(data.slice(at, at + 32)).toBase58();
const optionAt = (data: Uint8Array, at: number) => (data[at] === 1 ? keyAt(data, at + 4) : undefined);

export function holdingsOf(state: State): Holdings {
  let lamports = 0n;
  const tokens = new Map<string, bigint>();
  const authorities = new Set<string>();
  const delegates = new Set<string>();
  const supplies = new Map<string, bigint>();
  for (const [at, account] of state) {
    if (account.lamports === 0n) continue;
    const held = ofAccount(at, account);
    lamports += held.lamports ?? 0n;
    for (const kind of held.authorities ?? []) authorities.add(`${at} ${kind}`);
    if (held.delegate !== undefined) delegates.add(`${at} ${held.delegate}`);
    if (held.supply !== undefined) supplies.set(at, held.supply);
    const [mint, amount] = held.token ?? [];
    if (mint !== undefined && amount !== undefined) tokens.set(mint, (tokens.get(mint) ?? 0n) + amount);
  }
  return { lamports, tokens, authorities, delegates, supplies };
}

type Held = {
  readonly lamports?: bigint;
  readonly token?: readonly [mint: string, amount: bigint];
  readonly authorities?: readonly string[];
  readonly delegate?: string;
  readonly supply?: bigint;
};

function ofAccount(at: string, account: Account): Held {
  const { owner, data } = account;
  if (owner === programs.system.toBase58()) return ofSystem(at, account);
  if (owner === programs.token.toBase58() || owner === programs.token2022.toBase58()) return ofToken(account);
  const authority = authorityOf(owner, data);
  return authority === me ? { lamports: account.lamports, authorities: ['authority'] } : {};
}

function ofSystem(at: string, { data, lamports }: Account): Held {
  const isOwn = at === me || at === seeds.own.toBase58() || at === seeds.foreign.toBase58();
  if (data.length === 0) return isOwn ? { lamports, authorities: ['own'] } : {};
  const isNonce = data.length === 80 && data[4] === 1 && keyAt(data, 8) === me;
  return isNonce ? { lamports, authorities: ['authority'] } : {};
}

function authorityOf(owner: string, data: Uint8Array): string | undefined {
  if (owner === programs.stake.toBase58())
    return data[0] === 1 || data[0] === 2 ? keyAt(data, 44) : undefined;
  if (owner === programs.vote.toBase58()) return keyAt(data, 36);
  if (owner === programs.lookup.toBase58()) return data[21] === 1 ? keyAt(data, 22) : undefined;
  if (owner !== programs.loader.toBase58()) return undefined;
  const at = data[0] === 1 ? 4 : 12;
  return data[at] === 1 ? keyAt(data, at + 1) : undefined;
}

function ofToken({ data, lamports }: Account): Held {
  const kind = data.length > 165 ? data[165] : undefined;
  if (data.length === 82 || kind === 1) return ofMint(data, lamports);
  const isAccount = data.length === 165 || (kind === 2 && data.length !== 355);
  return isAccount && data[108] !== 0 ? ofTokenAccount(data, lamports) : {};
}

function ofTokenAccount(data: Uint8Array, lamports: bigint): Held {
  const [mint, owner] = [keyAt(data, 0), keyAt(data, 32)];
  const isOwned = mine.includes(owner);
  const closes = mine.includes(optionAt(data, 129) ?? owner);
  // Everything except the rent is wrapped, whether SyncNative has told the account or not.
  const isNative = mint === nativeMint.toBase58();
  const amount = isNative ? lamports - readU64(data, 113) : readU64(data, 64);
  const rest = isNative ? lamports - amount : lamports;
  const authorities = [...(isOwned ? ['owner'] : []), ...(closes ? ['close'] : [])];
  const closable = { lamports: closes ? rest : 0n, authorities };
  if (!isOwned) return closable;
  const delegate = optionAt(data, 72);
  const isLent = delegate !== undefined && !mine.includes(delegate);
  const lost = isLent ? readU64(data, 121) : 0n;
  const left = amount < lost ? 0n : amount - lost;
  return { ...closable, token: [mint, left], ...(lost > 0n && isLent && { delegate }) };
}

function ofMint(data: Uint8Array, lamports: bigint): Held {
  const minter = optionAt(data, 0);
  const freezer = optionAt(data, 46);
  const authorities = [...(minter === me ? ['mint'] : []), ...(freezer === me ? ['freeze'] : [])];
  // The close authority. Its extension is the last but one that is read here.
  const closes = data.length > 166 && closeAuthorityOf(data) === me;
  return { authorities, supply: readU64(data, 36), lamports: closes ? lamports : 0n };
}

function closeAuthorityOf(data: Uint8Array): string | undefined {
  for (let at = 166; at + 4 <= data.length;) {
    const length = (data[at + 2] ?? 0) + 256 * (data[at + 3] ?? 0);
    if (data[at] === 3) return keyAt(data, at + 4);
    if (data[at] === 0) return undefined;
    at += 4 + length;
  }
  return undefined;
}
