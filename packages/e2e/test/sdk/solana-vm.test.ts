import {
  getMintEncoder,
  getTokenDecoder,
  getTokenEncoder,
  getTransferCheckedInstruction,
  AccountState,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import {
  AccountRole,
  address,
  appendTransactionMessageInstruction,
  createTransactionMessage,
  generateKeyPairSigner,
  getTransactionDecoder,
  lamports,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type Address,
  type Instruction,
  type ReadonlyUint8Array,
  type TransactionSigner,
} from '@solana/kit';
import * as web3 from '@solana/web3.js';
import { createClient, type SolanaWallet } from '@wallet-service/sdk';
import { toKitSigner, type KitSigner } from '@wallet-service/sdk/solana-kit';
import { toWalletAdapter } from '@wallet-service/sdk/solana-web3';
import { FailedTransactionMetadata, LiteSVM } from 'litesvm';
import { describeOnNode } from '../chains/chain-nodes.js';
import { demoCustomer } from '../http/customer.js';
import { sharedStack } from '../stacks.js';

// The virtual machine of Solana's validators executes what libraries make with the SDK.

const versions = ['legacy', 0, 1] as const;
const sol = 1_000_000_000n;
/** In version 1 the message itself sets them, and nothing may be loaded without. */
const limits = { computeUnitLimit: 100_000, loadedAccountsDataSizeLimit: 1_000_000 };

describeOnNode('the virtual machine of Solana and the SDK', () => {
  let svm: LiteSVM;
  let wallet: SolanaWallet;
  let signer: KitSigner;

  beforeAll(async () => {
    const { expressUrl: url, stack } = await sharedStack('sdk Solana VM');
    const { apiKey, provider, express } = demoCustomer(stack);
    const token = () => express.token('pays-on-solana');
    wallet = await createClient({ url, apiKey, providerId: provider.id, token }).wallet('SOL');
    signer = toKitSigner(wallet);
    svm = new LiteSVM().withSigverify(true).withBlockhashCheck(true);
    svm.airdrop(signer.address, lamports(100n * sol));
  });
  beforeEach(() => {
    svm.expireBlockhash();
  });

  async function execute(
    version: (typeof versions)[number],
    payer: TransactionSigner,
    instruction: Instruction,
  ) {
    const lifetime = { blockhash: svm.latestBlockhash(), lastValidBlockHeight: 0n };
    const unpaid =
      version === 1
        ? setTransactionMessageConfig(limits, createTransactionMessage({ version }))
        : createTransactionMessage({ version });
    const message = pipe(
      setTransactionMessageFeePayerSigner(payer, unpaid),
      (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
      (alive) => appendTransactionMessageInstruction(instruction, alive),
    );
    const result = svm.sendTransaction(await signTransactionMessageWithSigners(message));
    if (result instanceof FailedTransactionMetadata) throw new Error(result.toString());
  }

  /** A transfer by the system program, whose instructions web3.js makes. */
  function transferTo(recipient: Address): Instruction {
    const { programId, data } = web3.SystemProgram.transfer({
      fromPubkey: new web3.PublicKey(signer.address),
      toPubkey: new web3.PublicKey(recipient),
      lamports: sol,
    });
    const accounts = [
      { address: signer.address, role: AccountRole.WRITABLE_SIGNER, signer },
      { address: recipient, role: AccountRole.WRITABLE },
    ];
    return { programAddress: address(programId.toBase58()), accounts, data: Uint8Array.from(data) };
  }

  it.each(versions)('executes a transfer (%s) that Kit made', async (version) => {
    const { address: recipient } = await generateKeyPairSigner();
    await execute(version, signer, transferTo(recipient));
    expect(svm.getBalance(recipient)).toBe(sol);
  });

  it.each(versions)('executes a transfer of tokens (%s) whose fee somebody else pays', async (version) => {
    const [payer, mint, source, destination, recipient] = await Promise.all(
      Array.from({ length: 5 }, () => generateKeyPairSigner()),
    );
    if (!payer || !mint || !source || !destination || !recipient) throw new Error('five keys');
    svm.airdrop(payer.address, lamports(sol));
    const store = (at: Address, data: ReadonlyUint8Array) => {
      const space = BigInt(data.length);
      const owned = { programAddress: TOKEN_PROGRAM_ADDRESS, lamports: lamports(sol), executable: false };
      svm.setAccount({ address: at, data: Uint8Array.from(data), space, ...owned });
    };
    const shared = { isInitialized: true, freezeAuthority: null };
    store(
      mint.address,
      getMintEncoder().encode({ ...shared, mintAuthority: null, supply: 500n, decimals: 2 }),
    );
    const account = (owner: Address, amount: bigint) =>
      getTokenEncoder().encode({
        ...{ mint: mint.address, owner, amount, state: AccountState.Initialized },
        ...{ delegate: null, isNative: null, delegatedAmount: 0n, closeAuthority: null },
      });
    store(source.address, account(signer.address, 500n));
    store(destination.address, account(recipient.address, 0n));
    const before = svm.getBalance(signer.address);
    const transfer = getTransferCheckedInstruction({
      ...{ source: source.address, mint: mint.address, destination: destination.address },
      ...{ authority: signer, amount: 123n, decimals: 2 },
    });
    await execute(version, payer, transfer);
    const received = svm.getAccount(destination.address);
    expect(received.exists && getTokenDecoder().decode(received.data).amount).toBe(123n);
    expect(svm.getBalance(signer.address)).toBe(before);
    expect(svm.getBalance(payer.address)).toBe(sol - 10_000n);
  });

  it.each(['Transaction', 'VersionedTransaction'])('executes a %s of web3.js 1', async (kind) => {
    const adapter = toWalletAdapter(wallet, web3.PublicKey);
    const payer = web3.Keypair.generate();
    const recipient = web3.Keypair.generate().publicKey;
    svm.airdrop(address(payer.publicKey.toBase58()), lamports(sol));
    const pay = web3.SystemProgram.transfer({
      fromPubkey: adapter.publicKey,
      toPubkey: recipient,
      lamports: sol,
    });
    const recent = svm.latestBlockhash();
    const parts = { payerKey: payer.publicKey, recentBlockhash: recent, instructions: [pay] };
    const transaction =
      kind === 'Transaction'
        ? new web3.Transaction({ feePayer: payer.publicKey, blockhash: recent, lastValidBlockHeight: 0 }).add(
            pay,
          )
        : new web3.VersionedTransaction(new web3.TransactionMessage(parts).compileToV0Message());
    if (transaction instanceof web3.Transaction) transaction.partialSign(payer);
    else transaction.sign([payer]);
    await adapter.signTransaction(transaction);
    const result = svm.sendTransaction(getTransactionDecoder().decode(transaction.serialize()));
    expect(result instanceof FailedTransactionMetadata ? result.toString() : undefined).toBeUndefined();
    expect(svm.getBalance(address(recipient.toBase58()))).toBe(sol);
  });
});
