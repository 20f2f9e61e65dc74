import { utf8, toHex, type Hex } from './core/encoding.js';
import {
  asRpcError,
  invalidParams,
  ProviderRpcError,
  rpcError,
  rpcOver,
  type Rpc,
  type RpcRequest,
} from './evm/json-rpc.js';
import { prepareTransaction } from './evm/prepare-transaction.js';

export { ProviderRpcError, type RpcRequest };

/** What signs: an account of viem, so `toViemAccount(wallet)`, which checks each answer of the service. */
export type Eip1193Account = {
  readonly address: Hex;
  readonly signMessage: (parameters: { message: { raw: Hex } }) => Promise<Hex>;
  readonly signTypedData: (definition: never) => Promise<Hex>;
  readonly signTransaction: (transaction: never) => Promise<Hex>;
};

export type Eip1193Options = {
  readonly account: Eip1193Account;
  /** The first is the current one at the beginning. `rpcUrl` is a node's JSON-RPC over HTTP. */
  readonly chains: readonly [ProviderChain, ...ProviderChain[]];
  /** Asked before each signature. `false` refuses it with the code 4001. Without it, the policies alone decide. */
  readonly confirm?: (request: RpcRequest) => boolean | Promise<boolean>;
  /** The runtime's own by default. */
  readonly fetch?: typeof fetch;
};

export type ProviderChain = { readonly id: number; readonly rpcUrl: string };

export type ProviderEvents = {
  readonly connect: { readonly chainId: Hex };
  readonly chainChanged: Hex;
  readonly accountsChanged: readonly Hex[];
  /** Not sent: the provider holds no connection. Libraries listen to it. */
  readonly disconnect: ProviderRpcError;
  /** Not sent: the provider has no subscriptions. */
  readonly message: { readonly type: string; readonly data: unknown };
};
type Listener<E extends keyof ProviderEvents> = (payload: ProviderEvents[E]) => void;

export type Eip1193Provider = {
  readonly request: (request: RpcRequest) => Promise<unknown>;
  readonly on: <E extends keyof ProviderEvents>(event: E, listener: Listener<E>) => void;
  readonly removeListener: <E extends keyof ProviderEvents>(event: E, listener: Listener<E>) => void;
};

/**
 * A provider of EIP-1193 for pages, wagmi, `custom` of viem and `BrowserProvider` of ethers. It signs by
 * `personal_sign`, `eth_signTypedData_v4`, `eth_signTransaction` and `eth_sendTransaction`, switches among `chains`
 * (`wallet_switchEthereumChain`), forgets the account (`wallet_revokePermissions`) until `eth_requestAccounts`, and
 * sends everything else to the node of the current chain. Other methods of wallets and of signing get the error 4200:
 * above all `eth_sign`, which would sign a bare hash. Errors have the codes of EIP-1193 and EIP-1474; those of the
 * service have `data.code`.
 */
export function createEip1193Provider(options: Eip1193Options): Eip1193Provider {
  const { account, chains, fetch: send = fetch } = options;
  const nodes = chains.map(({ id, rpcUrl }) => ({ id, rpc: rpcOver(rpcUrl, send), inTurn: createQueue() }));
  let [chain] = nodes as [Node];
  let isConnected = true;
  const { emit, on, removeListener } = createEvents();
  const connect = (wanted: boolean): readonly Hex[] => {
    const accounts = wanted ? [account.address] : [];
    const isChange = wanted !== isConnected;
    isConnected = wanted;
    if (isChange) emit('accountsChanged', accounts);
    return accounts;
  };
  const own: Methods = {
    eth_accounts: () => connect(isConnected),
    eth_requestAccounts: () => connect(true),
    eth_chainId: () => quantityOf(chain.id),
    wallet_revokePermissions: () => {
      connect(false);
      return null;
    },
    wallet_switchEthereumChain: (request) => {
      const { chainId } = objectOf(paramsOf(request)[0]);
      const next = nodes.find(({ id }) => isSame(chainId, quantityOf(id)));
      if (!next) throw new ProviderRpcError(rpcError.unknownChain, 'This provider has no such chain.');
      const isChange = next !== chain;
      chain = next;
      if (isChange) emit('chainChanged', quantityOf(chain.id));
      return null;
    },
    ...signingMethods(
      options,
      () => isConnected,
      () => chain,
    ),
  };
  queueMicrotask(() => {
    emit('connect', { chainId: quantityOf(chain.id) });
  });
  const answer = (request: RpcRequest): unknown => {
    const { method } = request;
    const handle = Object.hasOwn(own, method) ? own[method] : undefined;
    if (handle) return handle(request);
    if (/^(?:wallet_|personal_|eth_sign|eth_decrypt|eth_getEncryptionPublicKey)/.test(method))
      throw new ProviderRpcError(rpcError.unsupported, `This provider has no method ${method}.`);
    return chain.rpc(method, objectOf(request.params ?? []));
  };
  return {
    request: async (request) => {
      try {
        return await answer(copyOf(request));
      } catch (error) {
        throw asRpcError(error);
      }
    },
    on,
    removeListener,
  };
}

type Node = {
  readonly id: number;
  readonly rpc: Rpc;
  /** One transaction after the other, so that no two take the same nonce. */
  readonly inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
};
type Fields = Readonly<Record<string, unknown>>;
type Methods = Readonly<Record<string, (request: RpcRequest) => unknown>>;

function signingMethods(
  { account, confirm }: Eip1193Options,
  isConnected: () => boolean,
  chain: () => Node,
): Methods {
  const assertAllowed = async (request: RpcRequest, address: unknown): Promise<void> => {
    if (!isConnected() || !isSame(address, account.address))
      throw new ProviderRpcError(
        rpcError.unauthorized,
        'The account is another one, or it is not connected.',
      );
    if (confirm && !(await confirm(request)))
      throw new ProviderRpcError(rpcError.rejected, 'The person refused the request.');
  };
  const allowedTransaction = async (request: RpcRequest): Promise<Fields> => {
    const fields = objectOf(paramsOf(request)[0]);
    await assertAllowed(request, fields['from'] ?? account.address);
    return fields;
  };
  const signed = async (fields: Fields, { id, rpc }: Node): Promise<Hex> => {
    const transaction = await prepareTransaction(fields, { address: account.address, chainId: id, rpc });
    return byAccount(() => account.signTransaction(transaction as never));
  };
  return {
    personal_sign: async (request) => {
      const [data, address] = paramsOf(request);
      if (typeof data !== 'string') throw invalidParams('personal_sign takes hex or text, and an address.');
      await assertAllowed(request, address);
      const raw = /^0x(?:[0-9a-fA-F]{2})*$/.test(data) ? (data as Hex) : toHex(utf8(data));
      return byAccount(() => account.signMessage({ message: { raw } }));
    },
    eth_signTypedData_v4: async (request) => {
      const [address, data] = paramsOf(request);
      const typedData = typeof data === 'string' ? parsed(data) : objectOf(data);
      // Libraries derive this type in different ways, and leave out the fields that they do not know.
      if (!Array.isArray(objectOf(typedData['types'])['EIP712Domain']))
        throw invalidParams('Typed data declares the type of its domain: types.EIP712Domain.');
      await assertAllowed(request, address);
      return byAccount(() => account.signTypedData(typedData as never));
    },
    eth_signTransaction: async (request) => {
      const node = chain();
      return signed(await allowedTransaction(request), node);
    },
    eth_sendTransaction: async (request) => {
      const node = chain();
      const fields = await allowedTransaction(request);
      return node.inTurn(async () => node.rpc('eth_sendRawTransaction', [await signed(fields, node)]));
    },
  };
}

/** An account checks what it signs. Its errors are about the parameters, if they are not of the service. */
async function byAccount(signing: () => Promise<Hex>): Promise<Hex> {
  try {
    return await signing();
  } catch (error) {
    throw asRpcError(error, rpcError.invalidParams);
  }
}

function createQueue(): Node['inTurn'] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next;
    return next;
  };
}

function createEvents() {
  const listeners = new Map<keyof ProviderEvents, Set<Listener<never>>>();
  const emit = <E extends keyof ProviderEvents>(event: E, payload: ProviderEvents[E]): void => {
    for (const listener of [...(listeners.get(event) ?? [])])
      try {
        (listener as Listener<E>)(payload);
      } catch (error) {
        // As for EventTarget: the others still hear of it, and the runtime reports the error.
        queueMicrotask(() => {
          throw error;
        });
      }
  };
  const on: Eip1193Provider['on'] = (event, listener) => {
    listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
  };
  const removeListener: Eip1193Provider['removeListener'] = (event, listener) => {
    listeners.get(event)?.delete(listener);
  };
  return { emit, on, removeListener };
}

/** How a page shows the wallet. `uuid` is a version 4 UUID, `icon` a data URI, `rdns` such as `com.example.wallet`. */
export type ProviderInfo = {
  readonly uuid: string;
  readonly name: string;
  readonly icon: `data:image/${string}`;
  readonly rdns: string;
};

/** Tells the page's libraries of the provider (EIP-6963), now and when they ask. Returns what ends that. */
export function announceProvider(provider: Eip1193Provider, info: ProviderInfo): () => void {
  const detail = Object.freeze({ info: Object.freeze({ ...info }), provider });
  const announce = (): void => {
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  };
  window.addEventListener('eip6963:requestProvider', announce);
  announce();
  return () => {
    window.removeEventListener('eip6963:requestProvider', announce);
  };
}

/** The page can change its own objects while the person reads them. */
function copyOf({ method, params }: RpcRequest): RpcRequest {
  try {
    return { method, params: structuredClone(params) };
  } catch {
    throw invalidParams('params holds more than data.');
  }
}

function paramsOf(request: RpcRequest): readonly unknown[] {
  const params = request.params ?? [];
  if (Array.isArray(params)) return params;
  throw invalidParams('params is a list.');
}

function objectOf(value: unknown): Fields {
  if (typeof value === 'object' && value !== null) return value as Fields;
  throw invalidParams('An object is expected.');
}

function parsed(json: string): Fields {
  try {
    return objectOf(JSON.parse(json));
  } catch {
    throw invalidParams('The typed data are no JSON.');
  }
}

function quantityOf(id: number): Hex {
  return `0x${id.toString(16)}`;
}

function isSame(given: unknown, hex: Hex): boolean {
  return typeof given === 'string' && given.toLowerCase() === hex.toLowerCase();
}
